// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICollection} from "../../../src/collection/ICollection.sol";
import {Collection1155Base} from "../../base/Collection1155Base.sol";
import {IOwnable} from "../../base/IOwnable.sol";
import {CollectionHandler} from "./Handler.sol";

/// @notice What holds however a user's collection is handed on: a clone of one standard, and the other deployed alone.
contract CollectionInvariantTest is Collection1155Base {
    CollectionHandler private clone;
    CollectionHandler private alone;
    ICollection private editionsAlone;

    function setUp() public override {
        super.setUp();
        vm.prank(alice);
        editionsAlone = ICollection(
            vm.deployCode("contracts/artifacts/Collection1155.json", abi.encode("Alone", "ONE", miner, "ipfs:/", "ipfs:/"))
        );
        clone = new CollectionHandler(own, alice);
        alone = new CollectionHandler(editionsAlone, alice);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](2);
        (targets[0], targets[1]) = (address(clone), address(alone));
    }

    function invariant_OnlySignersOfThePresentOwnerCount() public view {
        check(own, clone);
        check(editionsAlone, alone);
        vm.assertEq(own.totalSupply(), clone.minted(), "what they signed");
    }

    function check(ICollection collection, CollectionHandler handler) private view {
        vm.assertTrue(!handler.wasWrong(), "each call passes when it is due");
        vm.assertEq(IOwnable(address(collection)).owner(), handler.owner(), "owner");
        for (uint256 i; i < 3; ++i) {
            address account = handler.signerAt(i);
            vm.assertTrue(collection.isSigner(account) == handler.isNamed(account), "named by the present owner");
        }
    }
}
