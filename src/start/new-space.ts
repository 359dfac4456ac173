import { setFlagsFromString } from 'node:v8'

// What a start makes stays, so each collection of the space for new objects copies nearly all of it, and the space would double only four times
// until it is as large as Node allows. It grows to that at once: a start has half of the collections, and takes 7 % less processor time.
setFlagsFromString('--semi-space-growth-factor=16')
