// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {IBoxSeries} from "../../../src/box/IBoxSeries.sol";
import {BoxBase} from "../../base/BoxBase.sol";

contract ModuleTest is BoxBase {
    function callModule(bytes memory data, uint256 value) private {
        vm.prank(alice);
        (bool ok, bytes memory why) = box.module().call{value: value}(data);
        vm.assertTrue(!ok, "refused");
        vm.assertEq(bytes32(bytes4(why)), bytes32(IBlindBox.BoxModuleCalledDirectly.selector), "reason");
    }

    function test_RevertWhen_TheModuleIsCalledDirectly() public {
        BoxOrder memory order = aBox(coin());
        bytes32 id = box.hashBox(order);
        callModule(abi.encodeCall(IBoxSeries.register, (order, anchor(), CHAIN, PRICE)), 0);
        callModule(abi.encodeCall(IBoxSeries.depositBond, (id, 1)), 1);
        callModule(abi.encodeCall(IBoxSeries.withdrawBond, (id, 1)), 0);
        callModule(abi.encodeCall(IBoxSeries.commit, (id, 0, anchor(), CHAIN)), 0);
        callModule(abi.encodeCall(IBoxSeries.takeBack, (id, new uint256[](1))), 0);
        callModule(abi.encodeCall(IBoxSeries.digest, (order)), 0);
        callModule(abi.encodeCall(IBoxSeries.prepareMessage, (order)), 0);
    }

    function test_RevertWhen_TheFunctionIsUnknown() public {
        vm.startPrank(bob);
        (bool ok,) = address(box).call(hex"12345678");
        vm.assertTrue(!ok, "unknown selector");
        (ok,) = address(box).call{value: 1 ether}("");
        vm.assertTrue(!ok, "plain coin");
        vm.stopPrank();
        vm.assertEq(address(box).balance, 0, "nothing stays");
    }

    function test_LivesWithItsBoxes() public view {
        vm.assertEq(box.module(), vm.computeCreateAddress(address(box), 1), "made by the constructor");
        vm.assertTrue(box.module().code.length != 0, "code");
    }

    /// What the module writes is what the boxes read, and the other way round.
    function test_SharesItsStorage() public {
        bytes32 id = registered(aBox(coin()));
        vm.assertEq(box.boxOf(id).owner, alice, "read by the boxes");
        vm.assertEq(box.leftOf(id)[0], 6, "its stock too");
        vm.prank(bob);
        box.open{value: DUE}(id, 1);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxPending.selector, 1));
        vm.prank(alice);
        box.commit(id, 0, anchor(), CHAIN);
    }
}
