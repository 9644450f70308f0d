// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fee} from "../../src/collection/ICollection.sol";
import {ICollection1155} from "../../src/collection/ICollection1155.sol";
import {IEditions} from "./IEditions.sol";

/// @notice Mints, and tries to mint the same again from its own hook.
contract RemintingReceiver {
    ICollection1155 private immutable _collection;
    bytes private _call;
    bytes public why;
    string public uriSeen;

    constructor(ICollection1155 collection) {
        _collection = collection;
    }

    function mint(uint256 id, uint8 v, bytes32 r, bytes32 s, string calldata uri) external {
        _call = abi.encodeCall(ICollection1155.mint, (id, v, r, s, new Fee[](0), 10, uri));
        (bool ok,) = address(_collection).call(_call);
        require(ok, "not minted");
    }

    function onERC1155Received(address, address, uint256 id, uint256, bytes calldata) external returns (bytes4) {
        bool ok;
        (ok, why) = address(_collection).call(_call);
        uriSeen = IEditions(address(_collection)).uri(id);
        return this.onERC1155Received.selector;
    }
}

/// @notice Takes batches only, or nothing, or answers them wrongly.
contract PickyReceiver {
    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return bytes4(0xdeadbeef);
    }

    function onERC1155BatchReceived(address, address, uint256[] calldata, uint256[] calldata, bytes calldata)
        external
        pure
        returns (bytes4)
    {
        return this.onERC1155BatchReceived.selector;
    }
}
