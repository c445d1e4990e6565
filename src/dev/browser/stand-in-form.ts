// The stand-in provider's form: steps with labelled fields, validation and a thank-you. It shows the parameters it was passed,
// reports events as a provider does, and sends nothing that anyone enters.

import { create } from './create.ts'
import styles from './stand-in-form.css' with { type: 'text' }

interface StandInOptions {
  readonly formId: string
  /** The parameters passed with the form's id, by their names at the provider. */
  readonly passed: Readonly<Record<string, string>>
  /** Origin of the stand-in provider. */
  readonly origin: string
  readonly report: (event: 'loaded' | 'step' | 'submitted' | 'failed', step?: number) => void
}

interface Field {
  readonly name: string
  readonly label: string
  /** The advice that is shown if the value is invalid. */
  readonly advice: string
  readonly type?: 'email' | 'tel' | 'checkbox'
  /** Choices; the first is selected. */
  readonly options?: readonly string[]
  readonly pattern?: string
  /** For browsers' autofill. */
  readonly autocomplete?: AutoFill
}

interface Step {
  readonly title: string
  readonly fields: readonly Field[]
}

/** With this ZIP code, the request fails. */
const failingZip = '00000'

const steps: readonly [Step, ...Step[]] = [
  {
    title: 'Your loan',
    fields: [
      { name: 'amount', label: 'Amount', advice: '', options: ['$300', '$100', '$200', '$500', '$1,000'] },
      {
        name: 'zip',
        label: 'ZIP code',
        advice: 'Enter a five-digit ZIP code.',
        pattern: '\\d{5}',
        autocomplete: 'postal-code',
      },
    ],
  },
  {
    title: 'About you',
    fields: [
      { name: 'first', label: 'First name', advice: 'Enter your first name.', autocomplete: 'given-name' },
      { name: 'last', label: 'Last name', advice: 'Enter your last name.', autocomplete: 'family-name' },
      {
        name: 'email',
        label: 'Email',
        advice: 'Enter an email address, such as jane@mail.example.',
        type: 'email',
        autocomplete: 'email',
      },
      {
        name: 'phone',
        label: 'Phone',
        advice: 'Enter a ten-digit phone number.',
        type: 'tel',
        pattern: '(\\D*\\d){10}\\D*',
        autocomplete: 'tel-national',
      },
    ],
  },
  {
    title: 'Income and consent',
    fields: [
      {
        name: 'income',
        label: 'Monthly income ($)',
        advice: 'Enter a number, such as 2500.',
        pattern: '\\d{2,6}',
      },
      {
        name: 'paid',
        label: 'How often you are paid',
        advice: '',
        options: ['Every two weeks', 'Every week', 'Every month'],
      },
      {
        name: 'consent',
        label: 'Lenders may contact me about this request. (Nobody will: this is a stand-in.)',
        advice: 'Check the box to continue.',
        type: 'checkbox',
      },
    ],
  },
]

/** The form, ready to be put into a page. */
export function standInForm({ formId, passed, origin, report }: StandInOptions): HTMLFormElement {
  const views = steps.map((step, index) => stepOf(step, index))
  const alert = create('p', { className: 'stand-in-error', role: 'alert' })
  const back = create('button', { type: 'button', className: 'stand-in-back' }, 'Back')
  const next = create('button', { type: 'submit' })
  const form = create(
    'form',
    { className: 'stand-in', noValidate: true, lang: 'en', ariaLabel: 'Loan application (stand-in)' },
    ...views.map(({ group }) => group),
    alert,
    create('div', { className: 'stand-in-buttons' }, back, next),
    note(passed),
  )
  form.dataset.standInForm = formId
  let current = 0
  const show = (index: number): void => {
    current = index
    form.dataset.step = String(index + 1)
    for (const [at, { group }] of views.entries()) group.hidden = at !== index
    alert.textContent = ''
    back.hidden = index === 0
    next.textContent = index < views.length - 1 ? 'Continue' : 'Send'
  }
  const goTo = (index: number): void => {
    show(index)
    views[index]?.inputs[0]?.control.focus()
  }
  const send = async (): Promise<void> => {
    next.disabled = true
    const isSent = await submit(origin, { ...passed, formId }, new FormData(form).get('zip'))
    next.disabled = false
    if (!isSent) {
      report('failed')
      alert.textContent = 'The request could not be sent. Try again.'
      next.focus()
      return
    }
    report('submitted')
    const thanks = create(
      'p',
      { className: 'stand-in-thanks', tabIndex: -1 },
      create('strong', {}, 'Thank you.'),
    )
    thanks.append(' A provider would look for lenders now. This stand-in has forgotten what you entered.')
    form.reset()
    form.replaceChildren(thanks, note(passed))
    thanks.focus()
  }
  back.addEventListener('click', () => goTo(current - 1))
  form.addEventListener('submit', event => {
    event.preventDefault()
    const wrong = views[current]?.inputs.filter(({ check }) => !check()) ?? []
    if (wrong[0] !== undefined) wrong[0].control.focus()
    else if (current === views.length - 1) send()
    else {
      goTo(current + 1)
      report('step', current + 1)
    }
  })
  show(0)
  adopt(styles)
  return form
}

/** Adds styles in a way that no policy refuses. */
export function adopt(text: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

interface Input {
  readonly row: HTMLElement
  readonly control: HTMLInputElement | HTMLSelectElement
  /** Whether its value is valid; shows advice below it if not. */
  check(): boolean
}

function stepOf({ title, fields }: Step, index: number): { group: HTMLElement; inputs: readonly Input[] } {
  const inputs = fields.map(inputOf)
  const legend = create('legend', {}, `Step ${index + 1} of ${steps.length}: ${title}`)
  const group = create('fieldset', {}, legend, ...inputs.map(({ row }) => row))
  return { group, inputs }
}

function inputOf({ name, label, advice, type, options, pattern, autocomplete = 'off' }: Field): Input {
  const id = `stand-in-${name}`
  const control =
    options === undefined
      ? create('input', { type: type ?? 'text', pattern: pattern ?? '' })
      : create('select', {}, ...options.map(text => create('option', {}, text)))
  if (pattern === undefined) control.removeAttribute('pattern')
  else if (type === undefined) control.inputMode = 'numeric'
  Object.assign(control, { id, name, required: true, autocomplete })
  const error = create('span', { id: `${id}-error`, className: 'stand-in-error' })
  const caption = create('label', { htmlFor: id }, label)
  const isBox = type === 'checkbox'
  const row = create('p', { className: isBox ? 'stand-in-box' : '' })
  row.append(...(isBox ? [control, caption] : [caption, control]), error)
  const say = (text: string): void => {
    error.textContent = text
    for (const [attribute, value] of [
      ['aria-invalid', 'true'],
      ['aria-describedby', error.id],
    ] as const) {
      if (text === '') control.removeAttribute(attribute)
      else control.setAttribute(attribute, value)
    }
  }
  control.addEventListener('input', () => say(''))
  const check = (): boolean => {
    const isGood = control.checkValidity()
    say(isGood ? '' : advice)
    return isGood
  }
  return { row, control, check }
}

/** A note that this is a stand-in, with the parameters it was passed. */
function note(passed: Readonly<Record<string, string>>): HTMLElement {
  const entries = Object.entries(passed)
  const list = entries.map(([name, value]) =>
    create('div', {}, create('dt', {}, name), create('dd', {}, value)),
  )
  return create(
    'div',
    { className: 'stand-in-note' },
    create(
      'p',
      {},
      `A stand-in for the provider’s form. It sends nothing that you enter; ZIP code ${failingZip} fails.`,
    ),
    create('p', {}, entries.length === 0 ? 'Nothing was passed to it.' : 'Passed to it:'),
    ...(entries.length === 0 ? [] : [create('dl', {}, ...list)]),
  )
}

/** Whether the provider accepted the request, which contains only the passed parameters. */
async function submit(
  origin: string,
  passed: Readonly<Record<string, string>>,
  zip: FormDataEntryValue | null,
): Promise<boolean> {
  if (zip === failingZip) return false
  const answer = await fetch(`${origin}/forms/submit?${new URLSearchParams(passed)}`, {
    method: 'POST',
  }).catch(() => undefined)
  return answer?.ok === true
}
