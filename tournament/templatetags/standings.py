"""Filters for standings as they were issued."""

from django import template

from tournament.selectors.versions import issued_scores

register = template.Library()
register.filter("issued_scores", issued_scores)
