// node validate.mjs FILE...: what Khronos' validator says of each, as one JSON object {file: report}.
import { readFileSync } from 'node:fs';
import validator from 'gltf-validator';

const reports = {};
for (const file of process.argv.slice(2)) reports[file] = await validator.validateBytes(new Uint8Array(readFileSync(file)));
console.log(JSON.stringify(reports));
