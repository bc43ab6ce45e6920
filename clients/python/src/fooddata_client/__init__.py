"""A typed client for the fooddata food and nutrition data service."""

from ._async.client import AsyncFooddata
from ._sync.client import Fooddata
from .errors import (
    ApiError,
    AuthenticationError,
    FooddataError,
    ForbiddenError,
    NotFoundError,
    Offence,
    RateLimitError,
    ServiceConnectionError,
    ServiceTimeoutError,
    UnavailableError,
    UnexpectedAnswerError,
    ValidationError,
)
from .policy import Quota
from .settings import MealItem

__all__ = [
    "ApiError",
    "AsyncFooddata",
    "AuthenticationError",
    "Fooddata",
    "FooddataError",
    "ForbiddenError",
    "MealItem",
    "NotFoundError",
    "Offence",
    "Quota",
    "RateLimitError",
    "ServiceConnectionError",
    "ServiceTimeoutError",
    "UnavailableError",
    "UnexpectedAnswerError",
    "ValidationError",
]
