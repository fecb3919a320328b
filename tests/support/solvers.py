"""Every formulation and method of integration, as cards: what tests of restarts go through."""

SOLVERS = {
    "absolute": {"type": "absolute"},
    "absolute, local, index 2": {"type": "absolute", "group": "local", "stabilisation": "index2"},
    "absolute, mixed, umfpack": {"type": "absolute", "group": "mixed", "linear_solver": "umfpack"},
    "ms": {"type": "absolute", "method": "ms", "rho": 0.6, "linear_solver": "dense"},
    "hope": {"type": "absolute", "method": "hope", "rho": 0.5},
    "bdf": {"type": "absolute", "method": "bdf"},
    "partitioned": {"type": "partitioned"},
    "partitioned, every step": {"type": "partitioned", "matrix": "euler_parameters", "partition": "every_step"},
    "partitioned, rk45": {"type": "partitioned", "integrator": "rk45"},
    "partitioned, symplectic": {"type": "partitioned", "integrator": "symplectic_euler"},
    "joint": {"type": "joint"},
    "joint, rk45": {"type": "joint", "integrator": "rk45"},
    "joint, implicit": {"type": "joint", "integrator": "implicit"},
    "joint, alpha": {"type": "joint", "integrator": "generalised_alpha"},
    "joint, reduction": {"type": "joint", "loops": "reduction"},
    "joint, reduction, rk45": {"type": "joint", "loops": "reduction", "integrator": "rk45"},
    "linear": {"type": "linear"},
}
