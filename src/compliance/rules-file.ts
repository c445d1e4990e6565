/** A project's own changes of the rules. By itself, because the rules take long to load. */
export const rulesFile = 'rules.yaml'
