// Read into a page by `expectFits`: what is cut on it, and which texts and controls lie on each other.
;(() => {
  const SLACK_PX = 1.5
  const CONTROLS = 'button, input, select, textarea'

  const nameOf = (node) => (node.textContent || node.tagName || '').trim().slice(0, 60)

  const around = (element) => (element ? [element, ...around(element.parentElement)] : [])

  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    around(element).every((one) => getComputedStyle(one).clipPath !== 'inset(50%)')

  const isWide = ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + SLACK_PX

  const isHigh = ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + SLACK_PX

  /** A text of others may be of any length; it is there in full where the mouse points at it. */
  const isCut = (element) => {
    const { overflowX, overflowY } = getComputedStyle(element)
    const isLost =
      (overflowX === 'hidden' && isWide(element)) || (overflowY === 'hidden' && isHigh(element))
    return isLost && !element.closest('[title]:not([title=""])')
  }

  /** The part of a box that is not scrolled away or clipped by what is around it. */
  const seenOf = ({ left, right, top, bottom }, element) => {
    const seen = { left, right, top, bottom }
    for (const one of around(element)) {
      const { overflowX, overflowY } = getComputedStyle(one)
      const frame = one.getBoundingClientRect()
      if (overflowX !== 'visible') {
        seen.left = Math.max(seen.left, frame.left)
        seen.right = Math.min(seen.right, frame.right)
      }
      if (overflowY !== 'visible') {
        seen.top = Math.max(seen.top, frame.top)
        seen.bottom = Math.min(seen.bottom, frame.bottom)
      }
    }
    return seen
  }

  const boxOf = (node, rect, element) => ({ node, ...seenOf(rect, element) })

  const textBoxes = (element) =>
    [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '')
      .flatMap((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return [...range.getClientRects()].map((rect) => boxOf(node, rect, element))
      })

  const boxesOf = (element) => [
    ...(element.matches(CONTROLS)
      ? [boxOf(element, element.getBoundingClientRect(), element.parentElement)]
      : []),
    ...(element.matches('select, option, textarea') ? [] : textBoxes(element)),
  ]

  const isOver = (one, other) =>
    other.left < one.right - SLACK_PX &&
    one.left < other.right - SLACK_PX &&
    !one.node.contains(other.node) &&
    !other.node.contains(one.node)

  const shown = [...document.querySelectorAll('#console, #console *')].filter(isShown)
  const boxes = shown
    .flatMap(boxesOf)
    .filter(({ left, right, top, bottom }) => right - left > SLACK_PX && bottom - top > SLACK_PX)
    .sort((one, other) => one.top - other.top)
  const overlaps = boxes.flatMap((one, index) => {
    const end = boxes.findIndex((other) => other.top > one.bottom - SLACK_PX)
    return boxes
      .slice(index + 1, end < 0 ? boxes.length : end)
      .filter((other) => isOver(one, other))
      .map((other) => `overlap: ${nameOf(one.node)} | ${nameOf(other.node)}`)
  })
  const cut = shown.filter(isCut).map((element) => `cut: ${nameOf(element)}`)
  const frames = shown.filter((one) => one.matches('#console, main, .sidebar') && isWide(one))
  const wide = frames.map((element) => `wider than its frame: ${element.tagName}`)
  return [...new Set([...cut, ...wide, ...overlaps])]
})()
