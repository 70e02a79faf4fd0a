import { expect, test } from 'vitest';
import { lineOf, readDockerfile } from '#server/compute/dockerfile.ts';

const SOURCE = `# syntax=docker/dockerfile:1
ARG VERSION=12
ARG BASE="debian:\${VERSION}-slim"
FROM --platform=linux/amd64 $BASE AS build
RUN make \\
    # a comment within
    all
FROM build AS more
COPY --from=golang:1.24 /usr/local/go /go
COPY --from=build /out /out
FROM scratch
COPY --from=0 /out /
`;

test('the images that a Dockerfile is built on are those outside of it, with its arguments filled in', () => {
  expect(readDockerfile(SOURCE, {}).images).toEqual(['debian:12-slim', 'golang:1.24']);
  expect(readDockerfile(SOURCE, { VERSION: '13' }).images).toEqual(['debian:13-slim', 'golang:1.24']);
});

test('the context counts only for a Dockerfile that takes something of it', () => {
  expect(readDockerfile(SOURCE, {}).usesContext).toBe(false);
  for (const more of ['COPY . /src', 'add x /x', 'RUN --mount=type=bind,target=/src make', 'ONBUILD COPY . .']) {
    expect(readDockerfile(`${SOURCE}${more}\n`, {}).usesContext).toBe(true);
  }
});

test('an instruction is found in the line where it begins, however it is wrapped', () => {
  expect(lineOf(SOURCE, 'RUN make     all')).toBe(5);
  expect(lineOf(SOURCE, 'RUN something else')).toBeNull();
});
