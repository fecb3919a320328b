"""What VTK reads in a grid, as JSON: `/usr/bin/python3 read_vtu.py FILE.vtu`. Debian's VTK belongs to Debian's Python."""

import json
import sys

import vtk

reader = vtk.vtkXMLUnstructuredGridReader()
reader.SetFileName(sys.argv[1])
errors = []
reader.AddObserver("ErrorEvent", lambda *_: errors.append("error"))
reader.Update()
grid = reader.GetOutput()


def arrays(data):
    found = {}
    for i in range(data.GetNumberOfArrays()):
        array = data.GetArray(i)
        found[array.GetName()] = [array.GetTuple(k) for k in range(array.GetNumberOfTuples())]
    return found


def names(name):
    array = grid.GetFieldData().GetAbstractArray(name)
    return [array.GetValue(i) for i in range(array.GetNumberOfValues())]


json.dump(
    {
        "errors": errors,
        "time": grid.GetFieldData().GetArray("TimeValue").GetValue(0),
        "objects": names("object_names"),
        "roles": names("role_names"),
        "points": [grid.GetPoint(i) for i in range(grid.GetNumberOfPoints())],
        "cells": [
            [grid.GetCell(i).GetPointId(k) for k in range(grid.GetCell(i).GetNumberOfPoints())]
            for i in range(grid.GetNumberOfCells())
        ],
        "types": [grid.GetCellType(i) for i in range(grid.GetNumberOfCells())],
        "point_data": arrays(grid.GetPointData()),
        "cell_data": arrays(grid.GetCellData()),
    },
    sys.stdout,
)
