import { Option, Schema } from "effect"

/**
 * An e-mail address as it is kept and written to: `local@domain`, up to 254 characters (RFC 5321, section 4.5.3.1.3), the
 * domain in its ASCII form and in small letters.
 */
export const EmailAddress = Schema.String.check(
  Schema.isMaxLength(254),
  Schema.isPattern(/^[^\s@"(),:;<>[\]\\]{1,64}@[a-z0-9.-]{1,253}$/)
).pipe(Schema.brand("EmailAddress"))
export type EmailAddress = typeof EmailAddress.Type

const addressLengthMax = 254
const localLengthMax = 64
/** dot-atom of RFC 5322, section 3.2.3: no quotes, no comments */
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const domainPart = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/

/**
 * The address that a text is, without white space around it; none where mail could not be sent to it. The local part is
 * ASCII, because many servers take no other; a domain of other letters is turned into its ASCII form (UTS 46).
 */
export const readEmailAddress = (text: string): Option.Option<EmailAddress> => {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf("@")
  const local = trimmed.slice(0, at)
  if (at < 1 || local.length > localLengthMax || !localPart.test(local)) return Option.none()
  const domain = asciiDomain(trimmed.slice(at + 1))
  const address = `${local}@${domain}`
  return domainPart.test(domain) && address.length <= addressLengthMax
    ? Schema.decodeOption(EmailAddress)(address)
    : Option.none()
}

/** `""` where it is none. What has another meaning in a URL is no part of a domain. */
const asciiDomain = (domain: string): string => {
  if (/[\s/?#@:%\\[\]<>^|]/u.test(domain) || !URL.canParse(`http://${domain}/`)) return ""
  return new URL(`http://${domain}/`).hostname
}

/**
 * What addresses that reach one mailbox have in common, as far as every server agrees: capitals. By it an address is looked
 * up and told from others; dots and what follows a `+` count.
 */
export const mailboxOf = (address: EmailAddress): string => address.toLowerCase()
