"""A program with mistakes that a type checker must find: typing_test.py compares what mypy says with the comments."""
import pintle
from pintle import analysis, at, body, callback, drive, gravity, joint, node

model = pintle.Model("Pendulum", analysis.dynamic(end_time=1, stepp=1e-3))  # Unexpected keyword argument "stepp"
model.add(analysis.dynamic(end_time=1))  # Missing named argument "step"
model.add(analysis.dynamic(end_time=1, step=[1e-3]))  # incompatible type "List[float]"; expected "Union[float, str]"
bob = model.add(node.dynamic(name="bob", position=1.0))  # incompatible type "float"
model.add(node.dynamc(name="bob"))  # "NodeKind" has no attribute "dynamc"
model.add(body.rigid_body(node=3, mass=2, inertia=[1, 1, 1]))  # incompatible type "int"
model.add(joint.revolute_hinge(a="ground", b=bob, shape="round"))  # incompatible type "Literal['round']"
model.add(joint.revolute_hinge(a="ground", b=bob, preload=None))  # incompatible type "None"
model.add(joint(a="ground", b=bob))  # "JointKind" not callable
model.add("a card")  # No overload variant of "add" of "Model" matches argument type "str"
model.add(callback(lambda t: [t, t], components=2))  # No overload variant of "add" of "Model" matches argument type "List[Card]"
model.add(drive.sine(3, 4))  # Too many positional arguments
at(bob, ofset=[0, 0, 1])  # Unexpected keyword argument "ofset"

model.jionts  # "Model" has no attribute "jionts"
model.gravty = gravity(acceleration=[0, 0, -9.81])  # "Model" has no attribute "gravty"
model.joints = []  # Property "joints" defined in "ModelCards" is read-only
model.analysis.end_time = 2  # Item "None" of "Optional[Card]" has no attribute "end_time"
model.run(end_tme=2)  # Unexpected keyword argument "end_tme"
model.run(formulation="modal")  # incompatible type "Literal['modal']"
model.simulation().inputs["torque"] = "3 N m"  # Incompatible types in assignment (expression has type "str"
model.simulation().run().channel  # "Result" has no attribute "channel"
model.run()["time"].upper()  # has no attribute "upper"
model.check().txt  # "List[Diagnostic]" has no attribute "txt"
