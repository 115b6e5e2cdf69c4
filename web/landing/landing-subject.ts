/** The subject in the page's title. In its own file, because the first bundle needs no other landing text. */
export const landingSubject = 'Apple CarPlay and Android Auto for BMW, Mercedes, Audi and Lexus'
