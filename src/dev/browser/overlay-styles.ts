/**
 * Styles of the overlay, for its shadow root. Important rules of a shadow root's host win over everything that a page
 * says of the element, so nothing of the page's look comes in.
 */
export const overlayStyles = `:host {
  all: initial !important;
  position: fixed !important;
  inset: 0 !important;
  z-index: 2147483647 !important;
  display: block !important;
}

:host([data-folded]) {
  inset: auto 16px 16px auto !important;
}

@media print {
  :host {
    display: none !important;
  }
}

*,
::before,
::after {
  box-sizing: border-box;
}

.root {
  color: #e8eaf0;
  color-scheme: dark;
  font:
    16px / 1.5 system-ui,
    sans-serif;
  text-align: start;
}

.backdrop {
  position: absolute;
  inset: 0;
  background: rgb(8 10 16 / 60%);
}

/* Scrolls as a whole, so that the keys for it work when it has the focus. */
.panel {
  position: absolute;
  inset: 0;
  max-width: 1040px;
  height: fit-content;
  max-height: calc(100% - 48px);
  margin: 24px auto;
  border: 1px solid #363c4e;
  border-radius: 12px;
  background: #151822;
  box-shadow: 0 24px 64px rgb(0 0 0 / 50%);
  overflow: auto;
  overscroll-behavior: contain;
}

.panel:focus {
  outline: none;
}

.head {
  position: sticky;
  top: 0;
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 16px;
  padding: 16px 16px 16px 24px;
  border-bottom: 1px solid #2a2f3e;
  background: inherit;
}

h2 {
  margin: 0;
  font-size: 20px;
  line-height: 1.3;
  overflow-wrap: anywhere;
}

.note {
  margin: 2px 0 0;
  color: #aab1c4;
}

button {
  flex: none;
  min-height: 44px;
  padding: 0 16px;
  border: 1px solid #4a5166;
  border-radius: 8px;
  background: #232838;
  color: inherit;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}

button:hover {
  background: #2e3448;
}

button:focus-visible {
  outline: 3px solid #8ab4ff;
  outline-offset: 2px;
}

kbd {
  margin-inline-start: 8px;
  padding: 1px 6px;
  border: 1px solid #4a5166;
  border-radius: 4px;
  color: #aab1c4;
  font:
    14px / 1.4 ui-monospace,
    monospace;
}

ol {
  margin: 0;
  padding: 16px 24px 24px;
  list-style: none;
}

li {
  padding: 12px 0 12px 16px;
  border-inline-start: 4px solid #8a92a8;
}

li + li {
  margin-top: 16px;
}

.error {
  border-color: #ff7b86;
}

.warning {
  border-color: #f3c14f;
}

pre {
  margin: 0;
  font:
    16px / 1.55 ui-monospace,
    "SFMono-Regular",
    "Cascadia Mono",
    "DejaVu Sans Mono",
    Menlo,
    Consolas,
    monospace;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  tab-size: 2;
}

.place {
  color: #fff;
  font-weight: 700;
}

.error .severity {
  color: #ff9aa2;
  font-weight: 700;
}

.warning .severity {
  color: #f7d07a;
  font-weight: 700;
}

/* Lines of source keep their columns, or the mark below them would point elsewhere. */
.frame {
  display: block;
  margin: 8px 0;
  padding: 8px 0;
  border-radius: 6px;
  background: #0d1018;
  color: #c3c9d9;
  white-space: pre;
  overflow-x: auto;
}

.hint {
  color: #a5e0b4;
}

.more {
  padding: 0 24px 16px;
  margin: 0;
  color: #aab1c4;
}

.badge {
  display: block;
  border-color: #5b6379;
  border-radius: 999px;
  background: #151822;
  box-shadow: 0 4px 16px rgb(0 0 0 / 40%);
}

.badge.error::before,
.badge.warning::before {
  content: "";
  display: inline-block;
  width: 10px;
  height: 10px;
  margin-inline-end: 10px;
  border-radius: 50%;
  background: #f3c14f;
}

.badge.error::before {
  background: #ff7b86;
}

.away {
  margin: 0;
  padding: 10px 16px;
  border: 1px solid #5b6379;
  border-radius: 8px;
  background: #151822;
}

@media (max-width: 480px) {
  .panel {
    max-height: calc(100% - 16px);
    margin: 8px;
  }

  .head {
    padding: 12px;
  }

  ol {
    padding: 12px;
  }

  li {
    padding: 4px 0 4px 12px;
  }

  /* There is no Escape key on a phone, and little room. */
  kbd {
    display: none;
  }
}

@media (forced-colors: active) {
  .badge.error::before,
  .badge.warning::before {
    forced-color-adjust: none;
  }
}

[hidden] {
  display: none;
}
`
