/** Elements that hold what a person typed or drew, and that a form would send. */
const typedElements = 'input:not([type=radio], [type=checkbox]), textarea, canvas'

/**
 * Remembers the fields that a person typed or drew in. `isLeft` tells whether one of them still stands there
 * with its content, so that closing would lose it: a sent form is gone, a cleared field is empty.
 */
export function rememberTyped() {
  const touched = new Set<Element>()
  return {
    onInput: (event: { target: EventTarget }) => {
      if (event.target instanceof Element && event.target.matches(typedElements)) touched.add(event.target)
    },
    isLeft: () =>
      [...touched].some(
        (field) =>
          field.isConnected &&
          (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
            ? field.value !== ''
            : true),
      ),
  }
}
