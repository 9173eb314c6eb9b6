"""The OpenAPI document and a page that shows it: rendered here, so that it works in a hall without internet."""

from functools import cache
from typing import Any

import orjson
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import override
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema

from tournament.api.authentication import TokenAuthentication
from tournament.api.rendering import as_json

OPENAPI = "application/vnd.oai.openapi+json;version=3.1"
METHODS = ("get", "post", "put", "patch", "delete")


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # the library has no types here
    """The token in the OpenAPI document."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:  # noqa: ARG002  # as above
        """A bearer token."""
        return {"type": "http", "scheme": "bearer"}


@cache
def schema_document() -> dict[str, Any]:
    """The document, made once a process, in English."""
    with override("en"):
        generator = SchemaGenerator(patterns=None)  # type: ignore[no-untyped-call]  # the library has no types here
        document: dict[str, Any] = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # as above
    return document


def schema_page(_request: HttpRequest) -> HttpResponse:
    """The document for programs."""
    return HttpResponse(as_json(schema_document()), content_type=OPENAPI)


def docs_page(request: HttpRequest) -> HttpResponse:
    """The document for people."""
    return render(request, "api/docs.html", {"groups": operation_groups(), "schema": schema_document()})


@cache
def operation_groups() -> list[tuple[str, list[dict[str, Any]]]]:
    """The operations by their tag, in the order of the addresses."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, operations in schema_document()["paths"].items():
        for method in METHODS:
            if method in operations:
                operation = operations[method]
                groups.setdefault(operation["tags"][0], []).append(_shown(path, method, operation))
    return list(groups.items())


def _shown(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    """One operation as the page shows it."""
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    examples = [one["value"] for one in body.get("examples", {}).values()]
    return {
        "id": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "summary": operation.get("summary", ""),
        "description": operation.get("description", ""),
        "parameters": operation.get("parameters", []),
        "body": _fields(body.get("schema", {})),
        "examples": [_pretty(one) for one in examples],
        "answers": [
            (status, answer.get("description", "") or _name_of(answer))
            for status, answer in operation["responses"].items()
        ],
    }


def _pretty(value: Any) -> str:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()


def _resolved(shape: dict[str, Any]) -> dict[str, Any]:
    name = str(shape.get("$ref", "")).rsplit("/", 1)[-1]
    found: dict[str, Any] = schema_document()["components"]["schemas"].get(name, shape)
    return found


def _fields(shape: dict[str, Any]) -> list[dict[str, Any]]:
    """The fields of a body: name, type, whether required, what is said of it."""
    resolved = _resolved(shape)
    required = resolved.get("required", [])
    return [
        {
            "name": name,
            "type": _type_of(field),
            "required": name in required,
            "description": field.get("description", ""),
        }
        for name, field in resolved.get("properties", {}).items()
    ]


def _type_of(field: dict[str, Any]) -> str:
    kind = field.get("type")
    if kind is None:
        parts = field.get("oneOf") or field.get("allOf") or field.get("anyOf") or []
        return " | ".join(_type_of(_resolved(part)) for part in parts) or "any"
    return " | ".join(kind) if isinstance(kind, list) else str(kind)


def _name_of(answer: dict[str, Any]) -> str:
    content: dict[str, Any] = next(iter(answer.get("content", {}).values()), {})
    return str(content.get("schema", {}).get("$ref", "")).rsplit("/", 1)[-1]
