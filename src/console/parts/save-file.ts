/** Saves bytes as a file of the browser. The admin key goes in a header, which a plain link could not send. */
export const saveFile = (bytes: Blob, name: string): void => {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the bytes over by the next task.
  setTimeout(() => URL.revokeObjectURL(url))
}
