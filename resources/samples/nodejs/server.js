import { createServer } from 'node:http';
import { page } from './page.js';

const port = Number(process.env.PORT ?? 3000);

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url, 'http://localhost');
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(page(searchParams.get('name') || 'world'));
});

server.listen(port, () => console.log(`Listening on port ${port}`));
