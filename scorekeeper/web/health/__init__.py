"""Liveness, readiness and metrics, for machines."""
