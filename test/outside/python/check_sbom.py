"""Holds a document to the schema of CycloneDX 1.6, by the Python library of the CycloneDX project."""

import sys

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(sys.stdin.read())
if error is not None:
    print(str(error)[:2000])
    sys.exit(1)
