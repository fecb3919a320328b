"""Models: built of cards, read from files, changed, compared."""
import copy
import fractions
import inspect
import json
import pickle

import numpy as np
import pytest
from conftest import EXAMPLES, MODELS, make_pendulum

import pintle
from pintle import analysis, at, body, drive, function, gravity, joint, law, load, node
from pintle.schemas import KINDS, SCHEMAS

ALL_TYPES = [pytest.param(*key, id=" ".join(key)) for key in SCHEMAS]


def example_of(schema):
    """The example that the manual of a type shows."""
    return json.loads(json.dumps(schema["example"]))


# ---- from the schemas


def test_functions_and_types_are_no_values():
    with pytest.raises(TypeError, match=r"callback\(function"):
        load.force(at="ground", value=[0, 0, lambda t: t])
    with pytest.raises(TypeError, match="call it"):
        load.force(at="ground", value=[0, 0, drive.sine])


def test_all_types_of_the_language_are_there():
    assert len(SCHEMAS) >= 125
    assert set(KINDS) <= set(pintle.__all__)


@pytest.mark.parametrize("kind, type", ALL_TYPES)
def test_example_of_the_manual_can_be_made(kind, type):
    fields = example_of(SCHEMAS[kind, type])
    assert fields.pop("type", type) == type
    card = getattr(getattr(pintle, kind), type)(**fields)
    assert (card.kind, card.type) == (kind, type)
    assert card.place.startswith(__file__ + ":")
    for name in fields.keys() - {"name"}:
        assert getattr(card, name) == fields[name]
    assert eval(repr(card), vars(pintle)) == card  # what it prints makes it again


@pytest.mark.parametrize("kind, type", ALL_TYPES)
def test_example_of_the_manual_survives_a_file(kind, type):
    if not KINDS[kind]["key"]:
        pytest.skip("stands in other cards only")
    fields = example_of(SCHEMAS[kind, type])
    fields.pop("type", None)
    model = pintle.Model("one card", getattr(getattr(pintle, kind), type)(**fields))
    assert pintle.Model.from_json(model.to_json()) == model


@pytest.mark.parametrize("kind, type", ALL_TYPES)
def test_type_documents_itself(kind, type):
    made = getattr(getattr(pintle, kind), type)
    assert SCHEMAS[kind, type]["summary"].split()[0] in made.__doc__
    example = made.__doc__.split("\nExample\n")[1].split("\nFields\n")[0]
    assert eval(example.strip(), vars(pintle)).type == type
    fields = {field["name"] for field in SCHEMAS[kind, type]["fields"]}
    assert {name.rstrip("_") for name in inspect.signature(made).parameters} == {"name", *fields}
    assert all(field in made.__doc__ for field in fields)
    assert not fields & set(vars(pintle.Card))  # attributes of their own


def test_other_names_of_a_type_are_known():
    assert drive.string is drive.expression
    assert joint.coincidence is joint.clamp


# ---- files


@pytest.mark.parametrize("path", [pytest.param(path, id=str(path.relative_to(EXAMPLES))) for path in MODELS])
@pytest.mark.filterwarnings("ignore::pintle.ModelWarning")
def test_model_of_a_file_survives_json(path):
    model = pintle.read_model(path)
    assert model.cards
    assert pintle.Model.from_json(model.to_json()) == model


def test_model_built_here_is_the_one_in_the_file(tmp_path):
    (tmp_path / "pendulum.json").write_text("""{
      "pintle": 1, "title": "Pendulum",
      "gravity": {"acceleration": [0, 0, -9.81]},
      "analysis": {"type": "dynamic", "end_time": 0.1, "step": 0.001},
      "nodes": [{"name": "bob", "position": [1.0, 0, 0]}],
      "bodies": [{"name": "bob", "node": "bob", "mass": "2 kg", "inertia": [0.01, 0.01, 0.01]}],
      "joints": [{"type": "revolute_hinge", "name": "pivot",
        "a": {"node": "ground", "orientation": {"rotation_vector": ["-90 deg", 0, 0]}},
        "b": {"node": "bob", "offset": [-1.0, 0, 0], "orientation": {"rotation_vector": ["-90 deg", 0, 0]}}}]}""")
    assert pintle.read_model(tmp_path / "pendulum.json") == make_pendulum()


def test_saved_model_runs_as_it_did(tmp_path, pendulum):
    pendulum.save(tmp_path / "pendulum.json")
    there = pintle.read_model(tmp_path / "pendulum.json").run()
    assert np.array_equal(there["node.bob.position"], pendulum.run()["node.bob.position"])


def test_language_of_mbdyn_is_read():
    model = pintle.read_model(EXAMPLES / "double_pendulum.mbd")
    assert len(model.nodes) == 2 and len(model.joints) == 2
    assert model.nodes[0].place.startswith(str(EXAMPLES / "double_pendulum.mbd") + ":")
    model.analysis.end_time = 0.05
    assert model.run().time[-1] == pytest.approx(0.05)


def test_files_of_mbdm_are_read():
    model = pintle.read_model(next(path for path in MODELS if path.suffix == ".mbdm"))
    assert model.analysis and len(model.nodes) > 0


def test_missing_file_is_an_error(tmp_path):
    with pytest.raises(pintle.ModelError, match="nowhere.json"):
        pintle.read_model(tmp_path / "nowhere.json")


def test_mistakes_of_a_file_come_all_at_once_with_their_places(tmp_path):
    path = tmp_path / "wrong.json"
    path.write_text(make_pendulum().to_json().replace('"mass"', '"mas"').replace('"-90 deg"', '"-90 kg"'))
    with pytest.raises(pintle.ModelError) as caught:
        pintle.read_model(path).check()
    errors = [item for item in caught.value.diagnostics if item.severity == "error"]
    lines = path.read_text().splitlines()
    places = {number for number, line in enumerate(lines, 1) if '"mas"' in line or "-90 kg" in line}
    assert places <= {item.line for item in errors} and {item.file for item in errors} == {str(path)}
    assert any("did you mean 'mass'?" in item.text for item in errors)
    assert all(item.text in str(caught.value) for item in errors)


# ---- fields


def test_parameters_of_a_model_from_a_file_are_changed(cart):
    cart.bodies["pole"].mass = "300 g"
    cart.analysis.step = 0.01
    cart.nodes["pole"].orientation = None  # the default again
    assert cart.bodies["pole"].mass == "300 g"
    assert "orientation" not in cart.nodes["pole"].fields
    again = pintle.Model.from_json(cart.to_json())
    assert again.bodies["pole"].mass == "300 g" and again.analysis.step == 0.01


def test_field_left_out_has_its_default():
    card = node(name="a")
    assert card.fields == {}
    assert card.position == [0, 0, 0]


def test_numbers_and_arrays_of_numpy_are_values():
    plain = node(name="a", position=[1.0, 2.0, 3.0])
    assert node(name="a", position=np.array([1.0, 2.0, 3.0])) == plain
    assert node(name="a", position=np.arange(1, 4)).position == [1, 2, 3]
    assert node(name="a", position=tuple(np.float64(x) for x in (1, 2, 3))) == plain
    card = body(node="a", mass=np.float32(0.5), inertia=np.diag([1.0, 2.0, 3.0]))
    assert card.mass == 0.5 and card.inertia == [[1, 0, 0], [0, 2, 0], [0, 0, 3]]
    assert isinstance(drive.callback(function="f", component=np.int64(2)).component, int)
    assert body(node="a", mass=np.array(2.0), inertia=[1, 1, 1]).mass == 2.0  # of no dimension
    assert body(node="a", mass=fractions.Fraction(1, 2), inertia=[1, 1, 1]).mass == 0.5


def test_units_are_texts():
    model = make_pendulum()
    model.bodies["bob"].mass = "2000 g"
    model.joints["pivot"].b = at("bob", ["-100 cm", 0, 0], {"rotation_vector": ["-90 deg", 0, 0]})
    assert np.array_equal(model.run()["node.bob.position"], make_pendulum().run()["node.bob.position"])


def test_cards_stand_for_their_names():
    hub = node(name="hub")
    assert body(node=hub, mass=1, inertia=[1, 1, 1]).node == "hub"
    assert joint.clamp(a="ground", b=hub).fields == {"a": "ground", "b": "hub"}
    assert joint.spherical_hinge(a=hub, b=at(hub, offset=[1, 0, 0])).b == {"node": "hub", "offset": [1, 0, 0]}


def test_cards_without_names_are_written_out():
    swing = drive.sine(amplitude=2, angular_velocity="1 rad/s")
    card = load.force(at="a", value=[swing, 0, drive.string(expression="2*t")])
    assert card.value[0] == {"type": "sine", "amplitude": 2, "angular_velocity": "1 rad/s"}
    assert card.value[2]["expression"] == "2*t"


def test_named_drives_laws_and_functions_are_found():
    ramp = drive.linear(name="ramp", slope=2)
    curve = function.multilinear(name="curve", points=[[0, 0], [1, 5], [2, 20]])
    spring = law.linear_elastic(name="spring", stiffness=100)
    model = pintle.Model("Named", analysis.dynamic(end_time=0.1, step=0.01), ramp, curve, spring)
    model.add(node(name="mass", position=[1, 0, 0]), body(node="mass", mass=1, inertia=[1, 1, 1]))
    model.add(load.force(name="push", at="mass", value=[ramp, drive.scalar_function(function=curve), 0]))
    model.add(joint.rod(name="rod", a="ground", b="mass", length=1, law=spring))
    result = model.run()
    assert np.allclose(result["load.push.force"][:, 0], 2 * result.time)
    assert np.allclose(result["load.push.force"][:, 1], 5 * result.time)


def test_keywords_of_python_take_an_underscore():
    import keyword

    found = [(key, field["name"]) for key, schema in SCHEMAS.items() for field in schema["fields"] if keyword.iskeyword(field["name"])]
    for (kind, type), field in found:
        fields = example_of(SCHEMAS[kind, type])
        fields.pop("type", None)
        fields[field + "_"] = fields.pop(field, 0)
        assert getattr(getattr(pintle, kind), type)(**fields)._card.get(field) == fields[field + "_"]


# ---- mistakes


def test_unknown_words_bring_suggestions():
    with pytest.raises(AttributeError, match="there is no joint 'revolute_hindge'; did you mean 'revolute_hinge'"):
        joint.revolute_hindge
    with pytest.raises(TypeError, match="body rigid_body has no field 'mas'; did you mean 'mass'"):
        body(node="a", mas=1, inertia=[1, 1, 1])
    with pytest.raises(AttributeError, match="did you mean 'position'"):
        node(name="a").positon = [0, 0, 0]
    with pytest.raises(AttributeError, match="did you mean 'joints'"):
        pintle.Model().joint
    with pytest.raises(KeyError, match="did you mean 'bob'"):
        make_pendulum().nodes["bobb"]
    with pytest.raises(KeyError, match="there are 'bob'"):
        make_pendulum().nodes["something else"]


@pytest.mark.parametrize("kind, word, meant", [
    (load, "torque", "couple"), (load, "moment", "couple"), (joint, "ball_joint", "spherical_hinge"), (joint, "RevoluteJoint", "revolute_hinge"),
    (joint, "motor", "axial_rotation' or 'revolute_driver"), (joint, "fixed", "clamp"), (joint, "bushing", "deformable_joint"),
    (joint, "plane_hinge", "revolute_hinge"), (body, "particle", "point_mass"), (node, "marker", "offset"), (drive, "table", "piecewise_linear"),
    (law, "spring", "linear_elastic"), (function, "spline", "cubic_spline"),
])
def test_types_of_other_programs_bring_suggestions(kind, word, meant):
    with pytest.raises(AttributeError, match=f"'{word}'; did you mean '{meant}'\\?"):
        getattr(kind, word)


def test_types_of_other_kinds_bring_suggestions():
    with pytest.raises(AttributeError, match="there is no joint 'torque'; did you mean the load 'couple'"):
        joint.torque
    with pytest.raises(AttributeError, match="did you mean the joint 'spring_damper'"):
        pintle.spring_damper
    with pytest.raises(AttributeError, match="did you mean the load 'couple'"):
        pintle.torque
    with pytest.raises(AttributeError, match="there is no 'joynt' in pintle; did you mean 'joint'"):
        pintle.joynt
    with pytest.raises(AttributeError, match="did you mean 'joints'"):
        pintle.Model().constraints


@pytest.mark.parametrize("make, fields, advice", [
    (joint.revolute_hinge, {"axis": [0, 1, 0]}, "give 'a' and 'b' an 'orientation'"),
    (joint.revolute_hinge, {"position": [0, 1, 0]}, "give 'a' and 'b' an 'offset'"),
    (joint.revolute_hinge, {"body1": "a"}, "did you mean 'a'"),
    (joint.revolute_hinge, {"bodies": ["a", "b"]}, "did you mean 'a' or 'b'"),
    (joint.spring_damper, {"k": 3}, "did you mean 'stiffness'"),
    (joint.rod, {"stiffness": 3}, "belongs to the 'law'"),
    (load.couple, {"torque": [0, 0, 1]}, "did you mean 'value'"),
    (load.force, {"node": "a"}, "did you mean 'at'"),
    (load.force, {"position": [0, 0, 1]}, "give it an 'offset'"),
    (node, {"rotation": [0, 0, 1]}, "did you mean 'orientation'"),
    (node, {"mass": 1}, "add a body"),
    (body, {"position": [0, 0, 1]}, "moves with its node"),
    (body, {"com": [0, 0, 1]}, "did you mean 'center_of_mass'"),
    (drive.sine, {"frequency": 3}, "2 pi times"),
])
def test_fields_of_other_programs_bring_suggestions(make, fields, advice):
    with pytest.raises(TypeError, match=advice):
        make(**fields)


def test_aliases_are_types_too():
    assert joint.cardano_hinge is joint.universal_hinge


def test_missing_fields_are_named_together():
    with pytest.raises(TypeError, match="joint revolute_hinge: 'a', 'b' must be given"):
        joint.revolute_hinge(name="pin")


def test_fields_are_given_by_name():
    with pytest.raises(TypeError, match=r"'bob' is: node.dynamic\(name="):
        node("bob")
    with pytest.raises(TypeError, match=r"joint.clamp\(name="):
        joint.clamp("a", "b")


def test_kind_without_usual_type_says_which_there_are():
    with pytest.raises(TypeError, match="say which joint: .*revolute_hinge"):
        joint(name="pin")


@pytest.mark.parametrize("value", [float("nan"), np.inf, [0, 0, np.nan]])
def test_numbers_must_be_finite(value):
    with pytest.raises(ValueError, match="finite"):
        node(name="a", position=value)


def test_what_is_no_value_is_refused():
    with pytest.raises(TypeError, match="object of type object"):
        node(name="a", position=object())
    with pytest.raises(TypeError, match="set"):
        node(name="a", position={1, 2, 3})
    with pytest.raises(TypeError, match="complex"):
        body(node="a", mass=1j, inertia=[1, 1, 1])


def test_all_mistakes_come_at_once_with_lines_of_this_program():
    model = make_pendulum()
    model.bodies["bob"].mass = "2 m"
    here = line_before()
    model.add(body(name="tail", node="tale", mass=-1, inertia=[1, 1]))
    model.nodes["bob"].position = "nowhere"
    with pytest.raises(pintle.ModelError) as caught:
        model.check()
    errors = [item for item in caught.value.diagnostics if item.severity == "error"]
    assert {item.file for item in errors} == {__file__}
    assert {item.line for item in errors} == {here, here + 2, here + 3}
    assert [item.line for item in errors].count(here + 2) == 3  # node, mass and inertia
    with pytest.raises(pintle.ModelError) as again:
        model.run()
    assert again.value.diagnostics == caught.value.diagnostics


def line_before():
    import sys

    return sys._getframe(1).f_lineno - 1


def test_two_cards_of_one_name_are_a_mistake():
    model = make_pendulum()
    model.add(node(name="bob"))
    with pytest.raises(pintle.ModelError, match="bob"):
        model.check()


def test_model_takes_cards_only():
    with pytest.raises(TypeError, match="cards, not of dict"):
        pintle.Model().add({"name": "a"})


# ---- collections, copies


def test_cards_of_a_kind_are_found_by_name_and_number(pendulum):
    second = pendulum.add(node(name="second"))
    assert [card.name for card in pendulum.nodes] == ["bob", "second"]
    assert pendulum.nodes["second"] is second and pendulum.nodes[1] is second and pendulum.nodes[-1] is second
    assert "bob" in pendulum.nodes and "tail" not in pendulum.nodes
    assert len(pendulum.nodes) == 2
    del pendulum.nodes["second"]
    assert [card.name for card in pendulum.nodes] == ["bob"]
    with pytest.raises(KeyError):
        del pendulum.nodes["second"]


def test_renaming_a_card_keeps_it(pendulum):
    pendulum.nodes["bob"].name = "ball"
    assert "ball" in pendulum.nodes
    with pytest.raises(pintle.ModelError, match="bob"):  # which the body and the joint still mean
        pendulum.check()


def test_single_cards_replace_one_another(pendulum):
    pendulum.add(analysis.dynamic(end_time=2, step=0.1))
    assert pendulum.analysis.end_time == 2
    assert sum(card.kind == "analysis" for card in pendulum.cards) == 1
    pendulum.gravity = gravity(acceleration=[0, 0, -1.62])
    assert pendulum.gravity.acceleration == [0, 0, -1.62]
    pendulum.gravity = None
    assert pendulum.gravity is None
    with pytest.raises(TypeError):
        pendulum.gravity = node(name="a")
    with pytest.raises(AttributeError, match="model.add"):
        pendulum.nodes = []


def test_copies_are_independent(pendulum):
    for other in (pendulum.copy(), copy.copy(pendulum), copy.deepcopy(pendulum)):
        assert other == pendulum
        other.bodies["bob"].mass = 3
        other.title = "Other"
        other.add(node(name="more"))
        assert other != pendulum
        assert pendulum.bodies["bob"].mass == "2 kg" and len(pendulum.nodes) == 1


def test_card_copies_are_independent():
    card = node(name="a", position=[1, 2, 3])
    for other in (card.copy(), copy.copy(card), copy.deepcopy(card)):
        assert other == card
        other.position = [0, 0, 0]
        assert card.position == [1, 2, 3]


def test_equality_is_of_what_is_said_not_where():
    first = node(name="a", position=[1, 0, 0])
    second = node(name="a", position=[1.0, 0, 0])
    assert first.place != second.place and first == second
    assert first != node(name="b", position=[1, 0, 0]) and first != "a"


def test_value_that_was_read_is_a_copy_and_refuses_to_be_changed():
    card = node(name="a", position=[1, 2, 3], orientation={"z": [0, 1, 0]})

    def append():
        card.position.append(4)

    def change_default():
        card.velocity[0] = 1

    def change_part():
        card.orientation["z"][0] = 1

    def change_map():
        card.orientation.update(x=[1, 0, 0])

    def change_fields():
        card.fields["position"] = [0, 0, 0]

    for change in (append, change_default, change_part, change_map, change_fields):
        with pytest.raises(TypeError, match="set the field as a whole"):
            change()
    with pytest.raises(TypeError, match="set the field as a whole"):
        card.position[0] = 5
    assert card.position == [1, 2, 3] and card.orientation == {"z": [0, 1, 0]} and card.velocity == [0, 0, 0]
    for own in (list(card.position), card.position.copy(), copy.deepcopy(card.position), pickle.loads(pickle.dumps(card.position))):
        own[0] = 5
        card.position = own
        assert card.position == [5, 2, 3]


def test_models_and_cards_print_themselves(pendulum):
    assert repr(pendulum) == "<Model 'Pendulum': 1 node, 1 body, 1 joint>"
    assert repr(pendulum.nodes["bob"]) == "node.dynamic(name='bob', position=[1.0, 0, 0])"
    assert "position" in dir(pendulum.nodes["bob"]) and "joints" in dir(pendulum) and "revolute_hinge" in dir(joint)


def test_good_model_is_checked_without_a_word(pendulum):
    assert pendulum.check() == []


# ---- files that models name


def test_a_sandbox_is_not_left(tmp_path):
    box = tmp_path / "box"
    box.mkdir()
    (tmp_path / "samples.txt").write_text("0\n1\n2\n")
    make_pendulum().save(box / "good.json")
    model = pintle.read_model(box / "good.json", sandbox=box)
    model.check()
    model.run(box / "result")
    model.copy().run(output=False)
    with pytest.raises(pintle.RunError, match="outside of the sandbox"):
        model.run(tmp_path / "result")
    model.add(load.force(at=model.nodes[0], value=[drive.fixed_step_file(file=str(tmp_path / "samples.txt"), time_step=1, after="hold"), 0, 0]))
    for attempt in (model.check, model.equilibrium, model.linear, lambda: model.run(output=False)):
        with pytest.raises(pintle.ModelError, match="outside of the sandbox"):
            attempt()
    model.sandbox = None
    model.check()
    with pytest.raises(pintle.ModelError, match="outside of the sandbox"):
        pintle.read_model(tmp_path / "samples.txt", sandbox=box)
    with pytest.raises(ValueError, match="is not a folder"):
        pintle.read_model(box / "good.json", sandbox=tmp_path / "samples.txt")
