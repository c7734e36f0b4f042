# The game in the browser, for a household, a class or behind a proxy (docs/install.md):
#   docker build --tag footplate .
#   docker run --publish 8321:8321 --volume footplate:/kept footplate
FROM python:3.13-slim AS build
COPY pyproject.toml setup.py MANIFEST.in README.md LICENSE constraints.txt /source/
COPY src /source/src
COPY examples /source/examples
RUN python -m venv /opt/footplate
RUN /opt/footplate/bin/pip install --no-cache-dir --constraint /source/constraints.txt "/source[app,postgres]"

FROM python:3.13-slim
COPY --from=build /opt/footplate /opt/footplate
RUN mkdir /kept && chown 1000:1000 /kept
# Games, settings and compiled code outlive the container in /kept. Compiled code depends on Footplate's kernels, the versions of
# Python, numba and NumPy, and the processor, so it is made where the container runs and not here.
ENV XDG_DATA_HOME=/kept/data XDG_CACHE_HOME=/kept/cache PYTHONUNBUFFERED=1
VOLUME /kept
USER 1000
EXPOSE 8321
ENTRYPOINT ["/opt/footplate/bin/footplate"]
CMD ["serve", "--host", "0.0.0.0"]
