// Dragging cards with mouse, pen or finger. What a drop means is the table's business.

const FAR = 7;

/** Let the cards in `box` be dragged; `pick(button)` says which buttons go along, `drop(zone)` ends it. */
export function draggable(box, { pick, drop }) {
  let held = null;

  box.addEventListener("pointerdown", (event) => {
    const button = event.target.closest(".tc--button");
    if (!button || event.button || !event.isPrimary) return;
    held = { button, x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null };
  });
  addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.ghost && Math.hypot(dx, dy) < FAR) return;
    if (!held.ghost) begin();
    if (!held) return;
    held.ghost.style.transform = `translate(${dx}px, ${dy}px)`;
    mark(below(event));
  });
  addEventListener("pointerup", (event) => end(event, true));
  addEventListener("pointercancel", (event) => end(event, false));

  function begin() {
    const buttons = pick(held.button);
    if (!buttons.length) {
      held = null;
      return;
    }
    held.ghost = document.createElement("div");
    held.ghost.className = "tdrag";
    held.ghost.setAttribute("aria-hidden", "true");
    for (const button of buttons) {
      const at = button.getBoundingClientRect();
      const copy = button.firstElementChild.cloneNode(true);
      Object.assign(copy.style, { position: "fixed", left: `${at.left}px`, top: `${at.top}px`, width: `${at.width}px`, height: `${at.height}px` });
      held.ghost.append(copy);
      button.classList.add("tc--held");
    }
    held.buttons = buttons;
    box.append(held.ghost);
  }

  function below(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY);
    const zone = found && box.contains(found) ? found.closest(".tz") : null;
    return { zone, inside: Boolean(found && box.contains(found)) };
  }

  function mark({ zone }) {
    box.querySelectorAll(".tz--over").forEach((one) => one.classList.remove("tz--over"));
    if (zone) zone.classList.add("tz--over");
  }

  function end(event, dropped) {
    if (!held || event.pointerId !== held.id) return;
    const { ghost, button, buttons } = held;
    held = null;
    if (!ghost) return;
    const { zone, inside } = below(event);
    ghost.remove();
    mark({ zone: null });
    buttons.forEach((one) => one.classList.remove("tc--held"));
    // the click that follows a drag is none
    const swallow = (click) => { click.stopPropagation(); click.preventDefault(); };
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    if (dropped && inside && !(zone && zone.contains(button))) drop(zone ? Number(zone.dataset.zone) : null);
  }
}
