/** An object that throws when something is asked of it that the stand-in does not have. */
export function strict<T extends object>(name: string, object: T): T {
  return new Proxy(object, {
    get(target, property) {
      if (typeof property === 'symbol' || property in target || property === 'then' || property === 'toJSON') {
        const value = Reflect.get(target, property, target);
        return typeof value === 'function' && !isClass(value) ? value.bind(target) : value;
      }
      throw new Error(`The stand-in for Electron has no ${name}.${property}`);
    },
  });
}

function isClass(value: unknown): boolean {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
}
