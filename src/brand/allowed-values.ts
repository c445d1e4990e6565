// The sets of values that keys may have: hosts, states, ids, dates.

/** Hosts for which a build can write configuration files. */
export const hosts = ['netlify', 'cloudflare', 'workers', 'nginx', 'caddy', 'apache', 's3'] as const
export type Host = (typeof hosts)[number]

/** The host of a brand that sets none. */
export const defaultLocale = 'en-US'

/** Whether a string is a brand id or a slug: lower-case words and digits joined by single hyphens. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}

/** Whether a string is a date that exists, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text
}

/** The states of the USA, the federal district and the inhabited territories. */
export const states = [
  ...['Alabama', 'Alaska', 'Arizona', 'Arkansas', 'California', 'Colorado', 'Connecticut', 'Delaware'],
  ...['District of Columbia', 'Florida', 'Georgia', 'Hawaii', 'Idaho', 'Illinois', 'Indiana', 'Iowa'],
  ...['Kansas', 'Kentucky', 'Louisiana', 'Maine', 'Maryland', 'Massachusetts', 'Michigan', 'Minnesota'],
  ...['Mississippi', 'Missouri', 'Montana', 'Nebraska', 'Nevada', 'New Hampshire', 'New Jersey'],
  ...['New Mexico', 'New York', 'North Carolina', 'North Dakota', 'Ohio', 'Oklahoma', 'Oregon'],
  ...['Pennsylvania', 'Rhode Island', 'South Carolina', 'South Dakota', 'Tennessee', 'Texas', 'Utah'],
  ...['Vermont', 'Virginia', 'Washington', 'West Virginia', 'Wisconsin', 'Wyoming', 'American Samoa'],
  ...['Guam', 'Northern Mariana Islands', 'Puerto Rico', 'U.S. Virgin Islands'],
] as const
