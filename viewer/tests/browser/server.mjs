// A tiny server of reports, as `pintle view --serve` is one. The run grows as `grow` is called.
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { served } from '../fixtures/report.mjs';

export async function serve(page, makeReport) {
  const state = { built: makeReport(0).build(), report: makeReport(0), requests: [] };
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://host');
    state.requests.push(request.url);
    const send = (type, body) => response.writeHead(200, { 'Content-Type': type }).end(body);
    const chunk = /^\/chunk\/(\d+)$/.exec(url.pathname);
    if (url.pathname === '/') send('text/html', served(page));
    else if (url.pathname === '/header.json') send('application/json', JSON.stringify(state.built.header));
    else if (chunk) {
      // A page that asks for older records than there are would mix two states.
      if (Number(url.searchParams.get('upto')) !== state.built.header.records) response.writeHead(409).end();
      else send('application/octet-stream', gzipSync(state.built.chunks[Number(chunk[1])]));
    } else if (url.pathname === '/series') send('application/octet-stream', series(state.report, url.searchParams));
    else response.writeHead(404).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    requests: state.requests,
    grow: (step) => { state.report = makeReport(step); state.built = state.report.build(); },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function series(report, query) {
  const channel = report.channels.find(({ name }) => name === query.get('channel'));
  const records = [...report.times.keys()].filter((i) => report.times[i] >= query.get('from') && report.times[i] <= query.get('to')).slice(0, query.get('points'));
  return Buffer.from(Float64Array.of(records.length, ...records.map((i) => report.times[i]), ...records.flatMap((i) => channel.at(i))).buffer);
}
