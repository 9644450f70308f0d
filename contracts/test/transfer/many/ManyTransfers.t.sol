// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AssetTypes} from "../../../src/exchange/AssetTypes.sol";
import {IManyTransfers, Transfer} from "../../../src/transfer/IManyTransfers.sol";
import {ManyTransfersBase} from "../../base/ManyTransfersBase.sol";

/// @notice Notes what the hook of an ERC1155 is given.
contract NotingReceiver {
    address public mover;
    address public from;
    uint256 public value;
    uint256 public dataLength;

    function onERC1155Received(address mover_, address from_, uint256, uint256 value_, bytes calldata data) external returns (bytes4) {
        (mover, from, value, dataLength) = (mover_, from_, value_, data.length);
        return this.onERC1155Received.selector;
    }
}

/// [BULK-08]
contract ManyTransfersTest is ManyTransfersBase {
    function receiverInvalid(uint256 index, address to) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IManyTransfers.ManyTransfersReceiverInvalid.selector, index, to);
    }

    function amountInvalid(uint256 index, uint256 amount) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IManyTransfers.ManyTransfersAmountInvalid.selector, index, amount);
    }

    function test_NamesItsProxy() public view {
        vm.assertEq(many.transferProxy(), address(proxy), "its proxy");
        vm.assertEq(proxy.manyTransfers(), address(many), "the proxy's operator");
    }

    function test_SendsItemsToOneAccount() public {
        send(list(single(1, bob), units(40, bob)));
        vm.assertEq(nft.ownerOf(1), bob, "the item");
        vm.assertEq(multi.balanceOf(bob, EDITION), 40, "the units");
        vm.assertEq(multi.balanceOf(alice, EDITION), 60, "the rest is hers");
        for (uint256 i; i < 2; ++i) {
            address holder = i == 0 ? address(many) : address(proxy);
            vm.assertEq(nft.balanceOf(holder), 0, "holds no item");
            vm.assertEq(multi.balanceOf(holder, EDITION), 0, "holds no unit");
        }
    }

    function test_SendsOneToEach() public {
        Transfer[] memory transfers = singles(3);
        (transfers[1].to, transfers[2].to) = (carol, eve);
        send(transfers);
        vm.assertEq(nft.ownerOf(1), bob, "Bob's");
        vm.assertEq(nft.ownerOf(2), carol, "Carol's");
        vm.assertEq(nft.ownerOf(3), eve, "Eve's");
    }

    function test_SendsQuantities() public {
        send(list(units(30, bob), units(70, bob)));
        vm.assertEq(multi.balanceOf(bob, EDITION), 100, "the sum");
        vm.assertEq(multi.balanceOf(alice, EDITION), 0, "nothing left");
    }

    function test_SendsFifty() public {
        send(singles(50));
        vm.assertEq(nft.balanceOf(bob), 50, "all");
        vm.assertEq(nft.ownerOf(51), alice, "and no other");
    }

    function test_GivesTheReceiverNoData() public {
        NotingReceiver receiver = new NotingReceiver();
        send(list(units(3, address(receiver))));
        vm.assertEq(receiver.mover(), address(proxy), "moved by the proxy");
        vm.assertEq(receiver.from(), alice, "of the caller");
        vm.assertEq(receiver.value(), 3, "so many");
        vm.assertEq(receiver.dataLength(), 0, "no data");
    }

    function test_RevertWhen_ThereIsNone() public {
        sendReverts(new Transfer[](0), abi.encodeWithSelector(IManyTransfers.ManyTransfersCountInvalid.selector, 0, 50));
    }

    function test_RevertWhen_ThereAreFiftyOne() public {
        sendReverts(singles(51), abi.encodeWithSelector(IManyTransfers.ManyTransfersCountInvalid.selector, 51, 50));
        assertNothingMoved();
    }

    function test_RevertWhen_TheAssetTypeHasNoSafeTransfer() public {
        uint8[6] memory types =
            [AssetTypes.COIN, AssetTypes.ERC20, AssetTypes.ERC721_OLD, AssetTypes.MINTED, AssetTypes.MINTED + 1, type(uint8).max];
        for (uint256 i; i < types.length; ++i) {
            Transfer[] memory transfers = singles(2);
            transfers[1].assetType = types[i];
            sendReverts(transfers, abi.encodeWithSelector(IManyTransfers.ManyTransfersAssetTypeInvalid.selector, 1, types[i]));
        }
        assertNothingMoved();
    }

    function test_RevertWhen_AnERC721IsNotOne() public {
        Transfer[] memory transfers = singles(2);
        transfers[1].amount = 0;
        sendReverts(transfers, amountInvalid(1, 0));
        transfers[1].amount = 2;
        sendReverts(transfers, amountInvalid(1, 2));
        assertNothingMoved();
    }

    function test_RevertWhen_AnERC1155IsNone() public {
        sendReverts(list(single(1, bob), units(0, bob)), amountInvalid(1, 0));
        assertNothingMoved();
    }

    function test_RevertWhen_TheReceiverIsZero() public {
        sendReverts(list(units(1, bob), single(1, address(0))), receiverInvalid(1, address(0)));
        sendReverts(list(units(1, address(0))), receiverInvalid(0, address(0)));
        assertNothingMoved();
    }

    function test_RevertWhen_TheReceiverIsTheCollection() public {
        sendReverts(list(single(1, address(nft))), receiverInvalid(0, address(nft)));
        sendReverts(list(single(1, bob), units(1, address(multi))), receiverInvalid(1, address(multi)));
        assertNothingMoved();
    }

    function test_RevertWhen_TheReceiverIsTheCaller() public {
        sendReverts(list(single(1, bob), single(2, alice)), receiverInvalid(1, alice));
        sendReverts(list(units(1, alice)), receiverInvalid(0, alice));
        assertNothingMoved();
    }

    function test_RevertWhen_CoinIsSent() public {
        vm.deal(alice, 1);
        vm.prank(alice);
        (bool ok,) = address(many).call{value: 1}(abi.encodeCall(IManyTransfers.transferMany, (singles(1))));
        vm.assertTrue(!ok, "refused");
        assertNothingMoved();
    }

    function test_RevertWhen_MoreIsSentThanIsHeld() public {
        bytes memory why = abi.encodeWithSignature("ERC1155InsufficientBalance(address,uint256,uint256,uint256)", alice, 40, 41, EDITION);
        sendReverts(list(units(60, bob), units(41, carol)), why);
        assertNothingMoved();
    }

    function test_RevertWhen_AnItemIsSentTwice() public {
        approve(bob);
        Transfer[] memory transfers = list(single(1, bob), single(1, carol));
        sendReverts(transfers, abi.encodeWithSignature("ERC721IncorrectOwner(address,uint256,address)", alice, 1, bob));
        assertNothingMoved();
    }

    function test_RevertGiven_NoApproval() public {
        nft.give(eve, 60);
        bytes memory why = abi.encodeWithSignature("ERC721InsufficientApproval(address,uint256)", proxy, 60);
        sendRevertsAs(eve, list(single(60, bob)), why);
        multi.give(eve, EDITION, 1);
        why = abi.encodeWithSignature("ERC1155MissingApprovalForAll(address,address)", proxy, eve);
        sendRevertsAs(eve, list(units(1, bob)), why);
    }

    /// Alice approved the proxy for all of hers, as every seller does.
    function testFuzz_RevertGiven_TheItemIsAnothers(address caller) public {
        vm.assume(caller != alice && caller != address(0) && caller != bob && caller != address(vm));
        approve(caller);
        bytes memory why = abi.encodeWithSignature("ERC721IncorrectOwner(address,uint256,address)", caller, 1, alice);
        sendRevertsAs(caller, list(single(1, bob)), why);
        why = abi.encodeWithSignature("ERC1155InsufficientBalance(address,uint256,uint256,uint256)", caller, 0, 1, EDITION);
        sendRevertsAs(caller, list(units(1, bob)), why);
        assertNothingMoved();
    }

    /// An operator of Alice's collections may move her items at the collection, not here.
    function test_RevertGiven_TheCallerIsTheOwnersOperator() public {
        vm.startPrank(alice);
        nft.setApprovalForAll(eve, true);
        multi.setApprovalForAll(eve, true);
        vm.stopPrank();
        bytes memory why = abi.encodeWithSignature("ERC721IncorrectOwner(address,uint256,address)", eve, 1, alice);
        sendRevertsAs(eve, list(single(1, bob)), why);
        why = abi.encodeWithSignature("ERC1155MissingApprovalForAll(address,address)", proxy, eve);
        sendRevertsAs(eve, list(units(1, bob)), why);
        assertNothingMoved();
    }

    function test_MovesAllOrNothing() public {
        Transfer[] memory transfers = singles(50);
        transfers[48] = units(100, carol);
        transfers[49].to = address(proxy);
        sendReverts(transfers, abi.encodeWithSignature("ERC721InvalidReceiver(address)", proxy));
        assertNothingMoved();
        transfers[49].to = bob;
        send(transfers);
        vm.assertEq(nft.balanceOf(bob), 49, "the same without it");
        vm.assertEq(multi.balanceOf(carol, EDITION), 100, "and the units");
    }
}
