// Read into a page by `expectFits`: what is cut on it, and which texts and controls lie on each other.
;(() => {
  const SLACK_PX = 1.5

  const nameOf = (node) => (node.textContent || node.tagName || '').trim().slice(0, 60)

  const around = (element) => (element ? [element, ...around(element.parentElement)] : [])

  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    around(element).every((one) => getComputedStyle(one).clipPath !== 'inset(50%)')

  /** Whether a part hides some of its width; what has a title is there in full where the mouse points at it. */
  const isCut = (element) => {
    const isWide = element.scrollWidth > element.clientWidth + SLACK_PX
    const mayScroll = /auto|scroll|visible/.test(getComputedStyle(element).overflowX)
    const isFrame = element.matches('#console, main, .sidebar')
    return isWide && (isFrame || (!mayScroll && !element.closest('[title]:not([title=""])')))
  }

  /** The part of a box that is not scrolled away or clipped by what is around it. */
  const seenOf = ({ left, right, top, bottom }, element) =>
    around(element).reduce(
      (seen, one) => {
        const { overflowX, overflowY } = getComputedStyle(one)
        const frame = one.getBoundingClientRect()
        return {
          left: overflowX === 'visible' ? seen.left : Math.max(seen.left, frame.left),
          right: overflowX === 'visible' ? seen.right : Math.min(seen.right, frame.right),
          top: overflowY === 'visible' ? seen.top : Math.max(seen.top, frame.top),
          bottom: overflowY === 'visible' ? seen.bottom : Math.min(seen.bottom, frame.bottom),
        }
      },
      { left, right, top, bottom },
    )

  const textBoxes = (element) =>
    [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '')
      .flatMap((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return [...range.getClientRects()].map((rect) => ({ node, ...seenOf(rect, element) }))
      })

  const boxesOf = (element) => {
    const texts = element.matches('select, option, textarea') ? [] : textBoxes(element)
    if (!element.matches('button, input, select, textarea')) return texts
    const box = seenOf(element.getBoundingClientRect(), element.parentElement)
    return [...texts, { node: element, ...box }]
  }

  const isOver = (one, other) =>
    other.left < one.right - SLACK_PX &&
    one.left < other.right - SLACK_PX &&
    !(one.node.contains(other.node) || other.node.contains(one.node))

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
  return [...new Set([...cut, ...overlaps])]
})()
