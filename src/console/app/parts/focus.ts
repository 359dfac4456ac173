/** Whether nothing has the focus, as when the element that had it went away. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/** Gives the focus of an element that goes away to the heading of its section, or else to that of the view. */
export const passFocusOn = (leaving: HTMLElement | null): void => {
  if (!leaving || leaving !== document.activeElement) return
  const section = leaving.closest('section')
  queueMicrotask(() => {
    if (!isFocusLost()) return
    const own = section?.isConnected ? section.querySelector<HTMLElement>('h2[tabindex]') : null
    const heading = own ?? document.getElementById('view-title')
    heading?.focus({ preventScroll: true })
  })
}
