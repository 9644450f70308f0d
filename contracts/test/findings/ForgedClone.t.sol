// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICollection721} from "../../src/collection/ICollection721.sol";
import {ICollectionFactory} from "../../src/collection/ICollectionFactory.sol";
import {CollectionBase} from "../base/CollectionBase.sol";
import {Vm} from "../base/Vm.sol";

/// @notice Logs the creation of another account's collection, makes itself its owner, and leaves a clone's code behind.
contract Forger {
    constructor(bytes memory code, address victim, uint256 ownerSlot) {
        emit ICollection721.CreateERC721(victim, address(0), "Bob's Stones", "STONE");
        assembly {
            sstore(ownerSlot, caller())
            return(add(code, 0x20), mload(code))
        }
    }
}

/// @notice Code and Create event do not prove a collection: a deployer of a clone's code writes its storage and logs first.
contract ForgedCloneTest is CollectionBase {
    function create(address creator) private returns (address) {
        vm.prank(creator);
        return factory.create721("Bob's Stones", "STONE", miner, "ipfs:/", "ipfs:/", 0);
    }

    function counterfeitOf(address trusted) private returns (address) {
        uint256 ownerSlot;
        while (address(uint160(uint256(vm.load(trusted, bytes32(ownerSlot))))) != bob) ++ownerSlot;
        vm.prank(eve);
        return address(new Forger(trusted.code, bob, ownerSlot));
    }

    function isTrustedClone(Vm.Log[] memory logs, address collection) private view returns (bool) {
        for (uint256 i; i < logs.length; ++i) {
            if (
                logs[i].emitter == address(factory) && logs[i].topics[0] == ICollectionFactory.CollectionCreated.selector
                    && logs[i].topics[1] == bytes32(uint256(uint160(collection)))
            ) return true;
        }
        return false;
    }

    function test_TheFactoryLogsWhatItMade() public {
        vm.recordLogs();
        address trusted = create(bob);
        vm.assertTrue(isTrustedClone(vm.getRecordedLogs(), trusted), "its own");
        vm.recordLogs();
        address counterfeit = counterfeitOf(trusted);
        vm.assertEq(keccak256(counterfeit.code), keccak256(trusted.code), "the same code");
        vm.assertEq(items(ICollection721(counterfeit)).owner(), eve, "with another owner");
        vm.assertTrue(!isTrustedClone(vm.getRecordedLogs(), counterfeit), "no counterfeit");
    }
}
