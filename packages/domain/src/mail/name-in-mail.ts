import { shorten } from '../text/shorten.ts'

/** So much of a name tells which one it is, and is too little to write a letter in. */
const mostCharacters = 40

/** What nobody sees: it breaks lines, turns the text around or hides an address from a reader. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu

/** Dots that browsers take for the one between a host's labels (UTS #46). */
const hostDot = /(?<=\S)[.\u3002\uFF0E\uFF61](?=\S)/g

/** Three numbers with dots between may be an IPv4 address; two are a version or an amount. */
const maybeAddress = /\d\.\d{1,3}\.\d/

const withoutHosts = (name: string): string => {
  const isNumber = !maybeAddress.test(name)
  return name.replaceAll(hostDot, (dot, at: number) =>
    isNumber && /\d/.test(name[at - 1] ?? '') && /\d/.test(name[at + 1] ?? '') ? dot : '[.]',
  )
}

/**
 * A name that a user chose as a mail of ours shows it: in one line, at most 40 characters of it, and with every address written so
 * that no mail program makes a link of it (`evil[.]example`). Anybody may be mailed such a name, in our name.
 */
export const nameInMail = (name: string): string =>
  withoutHosts(
    shorten(
      name
        .slice(0, 4 * mostCharacters)
        .toWellFormed()
        .replaceAll(invisible, ' ')
        .trim(),
      mostCharacters,
    ),
  )
    .replaceAll(/(?<=\S)[@\uFF20](?=\S)/g, '[at]')
    .replaceAll(/:(?=[/\\])/g, '[:]')
    .replaceAll(/\b(mailto|tel|sms|skype|facetime):(?=\S)/gi, '$1[:]')
