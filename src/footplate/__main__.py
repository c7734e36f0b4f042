"""``python -m footplate``: the same as the command."""

from footplate.cli.main import main

if __name__ == "__main__":
    main()
