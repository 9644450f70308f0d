// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {AssetTypes} from "../../../src/exchange/AssetTypes.sol";
import {IManyTransfers, Transfer} from "../../../src/transfer/IManyTransfers.sol";
import {ITransferProxy} from "../../../src/transfer/ITransferProxy.sol";
import {HostileERC1155} from "../../base/Hostile1155.sol";
import {ManyTransfersBase} from "../../base/ManyTransfersBase.sol";
import {PlainERC20} from "../../base/PlainTokens.sol";
import {ReentrantReceiver} from "../../base/ReentrantReceiver.sol";
import {LazyERC721} from "../../base/Tokens.sol";

/// @notice Takes items never, or with all the gas there is.
contract WorstReceiver {
    bool private _burns;

    constructor(bool burns) {
        _burns = burns;
    }

    function onERC721Received(address, address, uint256, bytes calldata) external view returns (bytes4) {
        if (_burns) {
            assembly {
                invalid()
            }
        }
        return bytes4(0xdeadbeef);
    }
}

/// [BULK-08] Collections and receivers of their own making.
contract HostileTransfersTest is ManyTransfersBase {
    function callOf(Transfer memory transfer) private pure returns (bytes memory) {
        return abi.encodeCall(IManyTransfers.transferMany, (list(transfer)));
    }

    function test_WhenAReceiverReentersForTheSendersItems() public {
        ReentrantReceiver receiver = new ReentrantReceiver();
        receiver.arm(address(many), callOf(single(2, eve)));
        send(list(single(1, address(receiver)), single(3, bob)));
        vm.assertTrue(receiver.called() && !receiver.passed(), "re-entered, refused");
        bytes memory why = abi.encodeWithSignature("ERC721IncorrectOwner(address,uint256,address)", receiver, 2, alice);
        vm.assertEq(keccak256(receiver.answer()), keccak256(why), "because it is the sender of that call");
        vm.assertEq(nft.ownerOf(2), alice, "still hers");
        vm.assertEq(nft.ownerOf(1), address(receiver), "what she sent to it");
        vm.assertEq(nft.ownerOf(3), bob, "and to Bob");

        ReentrantReceiver other = new ReentrantReceiver();
        other.act(address(multi), abi.encodeWithSignature("setApprovalForAll(address,bool)", proxy, true));
        other.arm(address(many), callOf(units(90, eve)));
        send(list(units(10, address(other))));
        why = abi.encodeWithSignature("ERC1155InsufficientBalance(address,uint256,uint256,uint256)", other, 10, 90, EDITION);
        vm.assertEq(keccak256(other.answer()), keccak256(why), "nor of her units");
        vm.assertEq(multi.balanceOf(alice, EDITION), 90, "still hers, too");
    }

    function test_WhenAReceiverPassesItsItemOn() public {
        ReentrantReceiver receiver = new ReentrantReceiver();
        receiver.act(address(nft), abi.encodeWithSignature("setApprovalForAll(address,bool)", proxy, true));
        receiver.arm(address(many), callOf(single(1, eve)));
        send(list(single(1, address(receiver)), single(2, bob)));
        vm.assertTrue(receiver.passed(), "moved on");
        vm.assertEq(nft.ownerOf(1), eve, "to Eve");
        vm.assertEq(nft.ownerOf(2), bob, "and the other to Bob");
    }

    function test_RevertWhen_AReceiverRefuses() public {
        WorstReceiver receiver = new WorstReceiver(false);
        Transfer[] memory transfers = list(single(1, bob), single(2, address(receiver)));
        sendReverts(transfers, abi.encodeWithSignature("ERC721InvalidReceiver(address)", receiver));
        assertNothingMoved();
    }

    function test_RevertWhen_AReceiverBurnsAllGas() public {
        refused(list(single(1, bob), single(2, address(new WorstReceiver(true)))));
        assertNothingMoved();
    }

    function test_WhenACollectionReenters() public {
        HostileERC1155 hostile = new HostileERC1155();
        hostile.give(alice, EDITION, 1);
        vm.prank(alice);
        hostile.setApprovalForAll(address(proxy), true);
        hostile.reenter(IExchange(address(many)), callOf(single(2, eve)));
        send(list(Transfer(address(hostile), EDITION, AssetTypes.ERC1155, 1, bob), single(1, bob)));
        vm.assertTrue(!hostile.entered(), "refused");
        bytes memory why = abi.encodeWithSignature("ERC721IncorrectOwner(address,uint256,address)", hostile, 2, alice);
        vm.assertEq(keccak256(hostile.why()), keccak256(why), "because it is the sender of that call");
        vm.assertEq(nft.ownerOf(2), alice, "still hers");
        vm.assertEq(hostile.balanceOf(bob, EDITION), 1, "moved");
    }

    function test_WhenACollectionLies() public {
        LazyERC721 lazy = new LazyERC721();
        lazy.give(alice, 1);
        send(list(Transfer(address(lazy), 1, AssetTypes.ERC721, 1, bob), single(1, bob)));
        vm.assertEq(lazy.ownerOf(1), alice, "not moved, and not seen");
        vm.assertEq(nft.ownerOf(1), bob, "the other is");
    }

    function test_RevertWhen_AnItemIsOfTheOtherStandard() public {
        Transfer memory one = single(1, bob);
        one.assetType = AssetTypes.ERC1155;
        vm.assertEq(refused(list(one)).length, 0, "no such function");
        one = units(1, bob);
        one.assetType = AssetTypes.ERC721;
        vm.assertEq(refused(list(one)).length, 0, "nor there");
        assertNothingMoved();
    }

    function test_RevertWhen_ATokenIsMoney() public {
        PlainERC20 pay = new PlainERC20();
        pay.give(alice, 10);
        vm.prank(alice);
        pay.approve(address(proxy), 10);
        refused(list(Transfer(address(pay), 10, AssetTypes.ERC721, 1, bob)));
        refused(list(Transfer(address(pay), 0, AssetTypes.ERC1155, 10, bob)));
        vm.assertEq(pay.balanceOf(alice), 10, "still hers");
    }

    function test_RevertWhen_ThereIsNoContract() public {
        refused(list(single(1, bob), Transfer(carol, 1, AssetTypes.ERC721, 1, bob)));
        assertNothingMoved();
    }

    function test_RevertWhen_AnotherContractNamesTheProxy() public {
        address other = vm.deployCode("contracts/artifacts/ManyTransfers.json", abi.encode(proxy));
        vm.expectRevert(abi.encodeWithSelector(ITransferProxy.TransferProxyCallerNotOperator.selector, other));
        vm.prank(alice);
        IManyTransfers(other).transferMany(singles(1));
    }
}
