// Toasts: short messages that disappear after a few seconds. Islands call `toast`; the drawing code is loaded with the first
// one.

export interface Toast {
  /** Set on the element as `data-toast`. */
  readonly id?: string
  readonly title: string
  readonly description?: string
  readonly action?: {
    readonly label: string
    /** Announced instead of the label: how to do the same without the toast. */
    readonly altText?: string
    readonly onClick: () => void
  }
  /** In milliseconds; with `Infinity`, the toast stays until it is closed. Default: 5000. */
  readonly duration?: number
  readonly variant?: 'default' | 'destructive'
}

/** Accessible names of a toast's parts. */
export interface ToastLabels {
  readonly region: string
  readonly close: string
}

const english: ToastLabels = { region: 'Notifications (F8)', close: 'Close' }

let drawing: Promise<typeof import('./show.ts')> | undefined

/** Shows a toast in place of the current one. */
export function toast(content: Toast, labels = english): void {
  // A single promise: several imports of a module that is still loading may finish in any order, so an old toast might
  // replace a new one.
  drawing ??= import('./show.ts')
  drawing.then(
    ({ show }) => show(content, labels),
    error => {
      // The network may be back for the next toast.
      drawing = undefined
      console.error(`The toast "${content.title}" did not load.`, error)
    },
  )
}
