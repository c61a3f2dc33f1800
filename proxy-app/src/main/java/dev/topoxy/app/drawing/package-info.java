/** Pictures of topologies: what is to be drawn, where it is placed, and how that reads as SVG, DOT and Mermaid. */
@NullMarked
package dev.topoxy.app.drawing;

import org.jspecify.annotations.NullMarked;
