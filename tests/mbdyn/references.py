"""References: what MBDyn's results of a model tend to as the step shrinks, kept as JSON.

From runs with h = 1 ms and 0.5 ms, extrapolated with their order p: (2^p x(h/2) - x(h)) / (2^p - 1). Beside them stands
how far the finer run is from that, |x(h/2) - x|, as a measure of what they are worth. The order is two, but one where MBDyn
switches elements: it does so at the end of a step, not at the instant.
"""
import json
from pathlib import Path

import results

ORDER = {"driven": 1}
FOLDER = Path(__file__).resolve().parent / "references"
TIMES = [0.5, 1.0]


def file_of(model):
    return FOLDER / f"{model.stem}.json"


def write(model, mbdyn, folder):
    coarse, fine = (results.quantities(results.run(mbdyn, model, step, folder), step, TIMES) for step in (1e-3, 5e-4))
    power = 2.0 ** ORDER.get(model.stem, 2)
    limit = {name: [float(f"{(power * f - c) / (power - 1.0):.10g}") for c, f in zip(coarse[name], fine[name])]
             for name in fine}
    worth = {kind: float(f"{results.distance(limit, fine, kind):.2g}") for kind in results.KINDS}
    FOLDER.mkdir(exist_ok=True)
    lines = [f"  {json.dumps(name)}: {json.dumps(numbers)}" for name, numbers in limit.items()]
    file_of(model).write_text(f'{{"times": {TIMES},\n "worth": {json.dumps(worth)},\n "quantities": {{\n'
                              + ",\n".join(lines) + "\n }}\n", encoding="utf-8")


def read(model):
    return json.loads(file_of(model).read_text(encoding="utf-8"))
