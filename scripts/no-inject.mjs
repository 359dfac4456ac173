// Takes the place of `light-my-request` in the bundles: only tests call an application without a socket.
export default () => {
  throw new Error('inject is not part of the bundle')
}
