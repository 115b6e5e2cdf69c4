type Method = (...values: unknown[]) => unknown

/** Changes the result of a library's method, for controls. `prepare` may replace its arguments. */
export function wrapMethod(
  owner: object,
  name: string,
  change: (result: unknown) => unknown,
  prepare: (values: unknown[]) => unknown[] = (values) => values,
): void {
  const methods = owner as Record<string, Method>
  const real = methods[name]
  if (!real) throw new Error(`there is no method ${name}`)
  methods[name] = function (this: unknown, ...values) {
    return change(real.apply(this, prepare(values)))
  }
}
