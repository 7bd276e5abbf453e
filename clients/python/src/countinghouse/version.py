"""The version of this package, which its requests name."""

VERSION = "0.1.0"
