/** The page for a visitor, as HTML. */
export function page(name) {
  const safe = name.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>Hello</title>
  <h1>Hello, ${safe}!</h1>
  <p>Change <code>page.js</code>, then reload this page.</p>
</html>
`;
}
