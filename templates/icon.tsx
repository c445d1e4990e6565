import type { ReactElement } from 'react'

/** Outlines on a grid of 24; the names are those of `content/home.yaml` and a few of the templates' own. */
const outlines: Readonly<Record<string, string>> = {
  wallet:
    'M19 8V5.5A1.5 1.5 0 0 0 17.5 4h-12a2.5 2.5 0 0 0 0 5h14a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-14A2.5 2.5 0 0 1 3 17.5v-11M21 12.5h-4a2 2 0 0 0 0 4h4',
  lock: 'M7.5 11V7.5a4.5 4.5 0 0 1 9 0V11M6.5 11h11a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19.5v-7A1.5 1.5 0 0 1 6.5 11ZM12 14.5v3',
  bolt: 'M13 2.5 5 13.5h6l-1 8 8-11h-6z',
  form: 'M9 4H6.5A1.5 1.5 0 0 0 5 5.5v14A1.5 1.5 0 0 0 6.5 21h11a1.5 1.5 0 0 0 1.5-1.5v-14A1.5 1.5 0 0 0 17.5 4H15M9 2.5h6v3H9zM9 11h6M9 15h4',
  handshake:
    'M2 6.5 6 5l4.5 1.5M22 6.5 18 5l-4.5.8-4.7 4a1.9 1.9 0 0 0 2.4 2.9l2.8-1.9 5.3 4.6M2 15l2.5.6 5.2 4.2a1.7 1.7 0 0 0 2.5-2.2M12 17.8l1.8 1.5a1.7 1.7 0 0 0 2.5-2.3M16.3 17a1.7 1.7 0 0 0 3-1.6l2.7-.9',
  pen: 'm4 20 1-4.5L15.5 5a2 2 0 0 1 2.8 0l.7.7a2 2 0 0 1 0 2.8L8.5 19zM13.5 7l3.5 3.5M13.5 20H20',
  bank: 'M3 9.5 12 4l9 5.5zM5.5 9.5V17M10 9.5V17M14 9.5V17M18.5 9.5V17M4 17h16M3 20h18',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7.5V12l3 2',
  shield: 'm12 3 7.5 2.5V11c0 4.8-3.1 8.3-7.5 10-4.4-1.7-7.5-5.2-7.5-10V5.5zM9 11.8l2.2 2.2 4-4.2',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  phone:
    'M6 3.5h3L10.5 8l-2 1.5a12 12 0 0 0 6 6l1.5-2 4.5 1.5v3a2 2 0 0 1-2 2A15.5 15.5 0 0 1 4 5.5a2 2 0 0 1 2-2Z',
  mail: 'M4.5 5.5h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5ZM3.5 6.5 12 13l8.5-6.5',
}

/** A line icon in the colour of its text. It only decorates: the words next to it say the same. */
export function Icon({ name }: { readonly name: string }): ReactElement {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={outlines[name]} />
    </svg>
  )
}
