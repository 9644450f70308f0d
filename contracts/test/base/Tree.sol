// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The tree of a criteria bid's ids, made by hand: leaves hashed twice, pairs hashed in their order, and what has no
/// neighbour goes up as it is.
library Tree {
    function root(uint256[] memory ids) internal pure returns (bytes32) {
        bytes32[] memory nodes = leavesOf(ids);
        while (nodes.length > 1) nodes = above(nodes);
        return nodes[0];
    }

    function proof(uint256[] memory ids, uint256 place) internal pure returns (bytes32[] memory found) {
        bytes32[] memory nodes = leavesOf(ids);
        found = new bytes32[](0);
        for (; nodes.length > 1; (nodes, place) = (above(nodes), place / 2)) {
            uint256 beside = place ^ 1;
            if (beside < nodes.length) found = appended(found, nodes[beside]);
        }
    }

    function leafOf(uint256 id) internal pure returns (bytes32) {
        return keccak256(bytes.concat(keccak256(abi.encode(id))));
    }

    function pairOf(bytes32 a, bytes32 b) internal pure returns (bytes32) {
        return a < b ? keccak256(bytes.concat(a, b)) : keccak256(bytes.concat(b, a));
    }

    function leavesOf(uint256[] memory ids) private pure returns (bytes32[] memory leaves) {
        leaves = new bytes32[](ids.length);
        for (uint256 i; i < ids.length; ++i) leaves[i] = leafOf(ids[i]);
    }

    function above(bytes32[] memory nodes) private pure returns (bytes32[] memory next) {
        next = new bytes32[]((nodes.length + 1) / 2);
        for (uint256 i; i < nodes.length; i += 2) {
            next[i / 2] = i + 1 < nodes.length ? pairOf(nodes[i], nodes[i + 1]) : nodes[i];
        }
    }

    function appended(bytes32[] memory list, bytes32 last) private pure returns (bytes32[] memory longer) {
        longer = new bytes32[](list.length + 1);
        for (uint256 i; i < list.length; ++i) longer[i] = list[i];
        longer[list.length] = last;
    }
}
