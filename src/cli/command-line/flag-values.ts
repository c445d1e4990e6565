// Checks and converts the values of flags. A mistake is an `InvalidArgumentError`, which commander reports with the flag.

import { InvalidArgumentError } from 'commander'
import { isDay } from '../../brand/index.ts'

/** The path of a file, or `-` for stdin. */
export function fileOrStdin(text: string): string {
  return text === '-' ? text : folder(text)
}

/**
 * A folder's path. If the value was forgotten, the next flag is refused as a value: `--out --json` must not create a folder
 * "--json".
 */
export function folder(text: string): string {
  if (text.startsWith('-'))
    throw new InvalidArgumentError(`That is a flag; write "./${text}" for a folder of that name.`)
  // A shell does not expand these characters inside quotes.
  const unread = /^(?:~|\$\{?[A-Za-z_])[^/]*/.exec(text)?.[0]
  if (unread !== undefined) {
    throw new InvalidArgumentError(
      `The shell does not expand "${unread}" in quotes; write the full path, or "./${text}" for a folder of that name.`,
    )
  }
  if (/^\s+$/.test(text)) throw new InvalidArgumentError('The path is blank; specify a folder.')
  return text
}

/** A folder or an address of a store. */
export function store(text: string): string {
  // A single letter is a Windows drive.
  if (!/^[a-z][a-z0-9+.-]+:/i.test(text)) return folder(text)
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text) || /[?#]/.test(text))
    throw new InvalidArgumentError(
      'It must be a folder, or an address that begins with https:// or http:// and contains no "?" or "#".',
    )
  return text
}

/** At most 64: processes, releases, steps back. */
export function positiveInteger(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > 64)
    throw new InvalidArgumentError('It must be a whole number from 1 to 64.')
  return number
}

/** A date, `YYYY-MM-DD`. */
export function day(text: string): string {
  if (isDay(text)) return text
  throw new InvalidArgumentError('It must be a valid date, YYYY-MM-DD.')
}

/** The name of an environment, which becomes part of a folder's name. */
export function environmentName(text: string): string {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text))
    throw new InvalidArgumentError('It must be a name like "staging": lowercase letters, digits and hyphens.')
  return text
}

/** Sizes of waves: `5,50,all`. */
export function waves(text: string): string[] {
  const sizes = text.split(',')
  if (!sizes.every(size => /^(?:[1-9]\d{0,5}%?|all)$/.test(size)))
    throw new InvalidArgumentError(
      'Use the total number of brands after each wave, smallest first: "5,50,all" or "5%,50%,all".',
    )
  return sizes
}

/** A number of days: `30d`. */
export function days(text: string): number {
  const number = /^(\d{1,4})d?$/.exec(text)?.[1]
  if (number === undefined) throw new InvalidArgumentError('Use a number of days, such as 30d.')
  return Number(number)
}

export function webAddress(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new InvalidArgumentError('It must be an address that begins with https://.')
  return text
}

/** 0 lets the system choose. */
export function portNumber(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number > 65_535)
    throw new InvalidArgumentError('It must be a whole number from 0 to 65535.')
  return number
}

/** An address to listen on. */
export function hostAddress(text: string): string {
  if (!/^[\w:][\w.:-]*$/.test(text))
    throw new InvalidArgumentError('It must be an address or a host name, such as 0.0.0.0.')
  return text
}
