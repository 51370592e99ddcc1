/** What the page does with a script: filtering the questions. Without it, all are shown. */

/**
 * Runs in the browser, from its own text: it must use nothing from outside its body. Shows the
 * outcomes that contain every word typed and whose mark is ticked; groups with a match open
 * while words are typed, and are as before afterwards.
 */
function filterOutcomes(): void {
  const form = document.querySelector<HTMLFormElement>('#filter')!;
  const [search, output] = [form.querySelector('input')!, form.querySelector('output')!];
  const groups = [...document.querySelectorAll<HTMLDetailsElement>('.group')].map((element) => ({
    element,
    mark: element.dataset.mark!,
    count: element.querySelector('[data-count]')!,
    isOpen: element.open,
    outcomes: [...element.querySelectorAll<HTMLElement>('.outcome')].map((outcome) => ({
      element: outcome,
      text: outcome.textContent.toLowerCase(),
    })),
  }));
  const total = groups.reduce((sum, { outcomes }) => sum + outcomes.length, 0);
  let isSearching = false;

  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const ticked = new FormData(form).getAll('mark');
    const starts = words.length > 0 && !isSearching;
    const ends = words.length === 0 && isSearching;
    isSearching = words.length > 0;
    let shown = 0;
    for (const group of groups) {
      let matches = 0;
      for (const { element, text } of group.outcomes) {
        element.hidden = !words.every((word) => text.includes(word));
        if (!element.hidden) matches++;
      }
      const all = group.outcomes.length.toLocaleString('en-US');
      group.count.textContent = isSearching ? `${matches.toLocaleString('en-US')} of ${all}` : all;
      group.element.hidden = matches === 0 || !ticked.includes(group.mark);
      if (!group.element.hidden) shown += matches;
      if (starts) group.isOpen = group.element.open;
      if (isSearching) group.element.open = true;
      if (ends) group.element.open = group.isOpen;
    }
    for (const section of document.querySelectorAll<HTMLElement>('.benchmark-outcomes')) {
      section.hidden = !section.querySelector('.group:not([hidden])');
    }
    output.textContent =
      shown === total
        ? `${total.toLocaleString('en-US')} questions`
        : `${shown.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} questions`;
  };

  form.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = false;
  // A browser that comes back to the page fills the form in again.
  filter();
  // A link to a folded group opens it.
  const openTarget = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target instanceof HTMLDetailsElement) target.open = true;
  };
  addEventListener('hashchange', openTarget);
  openTarget();
}

export const filterScript = `(${filterOutcomes})()`;
