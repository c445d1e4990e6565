export default (element: HTMLElement) => element.focus()
