/** Styles of the index page; a file of their own for the browser, since its policy allows none in the page. */
export const galleryStyles = `@property --room {
  syntax: "<length>";
  inherits: true;
  initial-value: 0px;
}

:root {
  color-scheme: light dark;
  --background: #f6f7f9;
  --surface: #ffffff;
  --text: #16181d;
  --muted: #596070;
  --border: #d9dde5;
  --accent: #2450c8;
  --error: #b3202c;
  --error-surface: #fdecec;
  --warning: #7a5200;
  --warning-surface: #fdf3dc;
  --code: #f1f3f7;
  --top: 4rem;
}

@media (prefers-color-scheme: dark) {
  :root {
    --background: #101218;
    --surface: #191c24;
    --text: #e9ebf0;
    --muted: #a3abbc;
    --border: #313644;
    --accent: #9dbbff;
    --error: #ff9aa2;
    --error-surface: #3a1a20;
    --warning: #f5cc74;
    --warning-surface: #362a10;
    --code: #12151c;
  }
}

*,
::before,
::after {
  box-sizing: border-box;
}

html {
  scroll-padding-top: calc(var(--top) + 1rem);
}

body {
  margin: 0;
  background: var(--background);
  color: var(--text);
  font: 1rem / 1.5 system-ui, sans-serif;
  overflow-wrap: break-word;
}

h1,
h2,
p,
ul,
ol {
  margin: 0;
  padding: 0;
  list-style: none;
}

h1 {
  font-size: 1.25rem;
  line-height: 1.2;
}

h2 {
  font-size: 1.375rem;
  line-height: 1.2;
}

a {
  color: inherit;
  text-underline-offset: 0.2em;
}

a:focus-visible,
input:focus-visible,
summary:focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
}

.top {
  position: sticky;
  z-index: 1;
  top: 0;
  display: flex;
  align-items: center;
  gap: 0.5rem 2rem;
  min-height: var(--top);
  padding: 0.5rem 1.5rem;
  border-bottom: 1px solid var(--border);
  background: var(--surface);
}

.summary {
  flex: none;
}

.summary p,
.id,
.fine {
  color: var(--muted);
}

.summary #away {
  color: var(--error);
}

nav {
  min-width: 0;
}

nav ul {
  display: flex;
  gap: 0.25rem;
  overflow-x: auto;
}

nav li {
  flex: none;
}

nav a {
  display: flex;
  align-items: center;
  gap: 0.5rem;
  min-height: 2.75rem;
  padding: 0 0.75rem;
  border-radius: 0.5rem;
  text-decoration: none;
}

nav a:hover {
  background: var(--background);
}

.filter {
  display: flex;
  align-items: center;
  gap: 0.75rem;
  margin-bottom: 0.5rem;
  white-space: nowrap;
}

.filter input {
  min-width: 0;
  width: 100%;
  min-height: 2.75rem;
  padding: 0 0.75rem;
  border: 1px solid var(--muted);
  border-radius: 0.5rem;
  background: var(--background);
  color: inherit;
  font: inherit;
}

.mark {
  padding: 0.125rem 0.5rem;
  border-radius: 1rem;
  font-size: 0.875rem;
  font-weight: 600;
  white-space: nowrap;
}

.mark.error {
  background: var(--error-surface);
  color: var(--error);
}

.mark.warning {
  background: var(--warning-surface);
  color: var(--warning);
}

main {
  display: grid;
  gap: 1.5rem;
  padding: 1.5rem;
}

section {
  min-width: 0;
  padding: 1.5rem;
  border: 1px solid var(--border);
  border-radius: 0.75rem;
  background: var(--surface);
  /* Hundreds of brands, of which a few are in view. */
  content-visibility: auto;
  contain-intrinsic-block-size: auto 24rem;
}

.head {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0.25rem 1rem;
  margin-bottom: 1.25rem;
}

.fine {
  margin-inline-start: auto;
}

.problems {
  flex-basis: 100%;
  margin-top: 0.5rem;
  border-radius: 0.5rem;
}

.problems.error {
  background: var(--error-surface);
}

.problems.warning {
  background: var(--warning-surface);
}

summary {
  padding: 0.625rem 1rem;
  font-weight: 600;
  cursor: pointer;
}

.problems.error > summary {
  color: var(--error);
}

.problems.warning > summary {
  color: var(--warning);
}

.problems ol {
  display: grid;
  gap: 0.75rem;
  max-height: 24rem;
  padding: 0 1rem 1rem;
  overflow: auto;
}

.problems li {
  min-width: 0;
  padding: 0.75rem 1rem;
  border-inline-start: 4px solid var(--error);
  border-radius: 0.25rem;
  background: var(--surface);
}

.problems li.warning {
  border-color: var(--warning);
}

pre {
  margin: 0;
  overflow-wrap: anywhere;
  font: 0.9375rem / 1.5 ui-monospace, "SFMono-Regular", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
  white-space: pre-wrap;
}

.place,
.severity {
  font-weight: 700;
}

.error > pre .severity {
  color: var(--error);
}

.warning > pre .severity {
  color: var(--warning);
}

/* Lines of source keep their columns, or the mark below them would point elsewhere. */
.frame {
  display: block;
  margin: 0.375rem 0;
  padding: 0.375rem 0;
  border-radius: 0.25rem;
  background: var(--code);
  white-space: pre;
  overflow-x: auto;
}

.pages {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
  gap: 1.5rem;
}

.page {
  position: relative;
  container-type: inline-size;
}

.page > a {
  display: inline-block;
  margin-bottom: 0.5rem;
  font-weight: 600;
}

/* The pictures belong to the link. */
.page > a::after {
  content: "";
  position: absolute;
  z-index: 1;
  inset: 0;
  border-radius: 0.375rem;
}

.page > a:focus-visible {
  outline: none;
}

.page > a:focus-visible::after {
  outline: 3px solid var(--accent);
  outline-offset: 4px;
}

/* Both screens have the same height. The desktop's is 800 of its pixels and the phone's 667, so beside 1280 pixels of
   the one stand 375 × 800 ÷ 667 = 450 of the other, and all of them share what room there is between them. */
.screens {
  --gap: 0.75rem;
  --room: calc(100cqi - var(--gap));
  --scale: tan(atan2(var(--room), 1730px));
  display: flex;
  gap: var(--gap);
}

.desktop {
  --width: 1280px;
  --height: 800px;
}

.phone {
  --width: 375px;
  --height: 667px;
  --scale: calc(tan(atan2(var(--room), 1730px)) * 800 / 667);
}

.screen {
  flex: none;
  width: calc(var(--width) * var(--scale));
  height: calc(var(--height) * var(--scale));
  border-radius: 0.375rem;
  background: #ffffff;
  box-shadow: 0 0 0 1px var(--border), 0 0.25rem 1rem rgb(0 0 0 / 8%);
  overflow: hidden;
}

iframe {
  display: block;
  width: var(--width);
  height: var(--height);
  border: 0;
  transform: scale(var(--scale));
  transform-origin: 0 0;
}

/* Many brands: their names are a list at the side. */
@media (min-width: 64rem) {
  .many {
    --top: 0rem;
    display: grid;
    grid-template-columns: 17rem minmax(0, 1fr);
    align-items: start;
  }

  .many .top {
    flex-direction: column;
    align-items: stretch;
    height: 100vh;
    padding: 1.5rem 1rem;
    border: 0;
    border-inline-end: 1px solid var(--border);
  }

  .many .summary {
    padding: 0 0.75rem;
  }

  .many nav {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-height: 0;
  }

  .many .filter {
    padding: 0 0.75rem;
  }

  .many nav ul {
    flex-direction: column;
    overflow: auto;
  }

  .many nav a {
    justify-content: space-between;
  }
}

@media (max-width: 40rem) {
  .few {
    --top: 5.5rem;
  }

  .many {
    --top: 9rem;
  }

  .top {
    flex-direction: column;
    align-items: stretch;
    padding: 0.5rem 1rem 0.25rem;
  }

  .summary {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 1rem;
  }

  main {
    gap: 1rem;
    padding: 1rem;
  }

  section {
    padding: 1rem;
  }
}

[hidden] {
  display: none;
}
`
